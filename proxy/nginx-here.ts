/** The installed nginx: its path and its version, such as 1.22.1. */
export type NginxFound = { readonly command: string; readonly version: string };

/** Additional folders to search for nginx. They contain server programs and are not in the PATH of an ordinary user. */
const MORE_PATH = "/usr/sbin:/sbin:/usr/local/sbin";

/**
 * Finds nginx with the variable `NGINX` or in the PATH.
 * @returns an error message for the operator if nginx is not found
 */
export function findNginx(env: Readonly<Record<string, string | undefined>>): NginxFound | string {
  const name = env["NGINX"] || "nginx";
  const command = Bun.which(name, { PATH: `${env["PATH"] ?? ""}:${MORE_PATH}` });
  if (command === null)
    return `${name} is not installed here: \`apt-get install nginx-light\` (Debian, Ubuntu), omit --with-proxy, or set NGINX_VERSION to render for another machine`;
  const { stdout, stderr } = Bun.spawnSync([command, "-v"]);
  const version = /nginx\/(\d+\.\d+\.\d+)/.exec(`${stdout}${stderr}`)?.[1];
  if (version === undefined) return `${command} -v does not print a version: is it nginx?`;
  return { command, version };
}

/**
 * Returns the version of nginx to render for: NGINX_VERSION if it is set, as in an image without nginx, otherwise the
 * version of the installed nginx.
 * @returns an error message for the operator if there is no version
 */
export function nginxFor(
  env: Readonly<Record<string, string | undefined>>,
): Pick<NginxFound, "version"> | string {
  const version = env["NGINX_VERSION"] ?? "";
  if (version === "") return findNginx(env);
  return /^\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(version)
    ? { version }
    : "NGINX_VERSION: set three numbers such as 1.30.0, or leave it empty where nginx is installed";
}

/**
 * Returns the command that starts nginx in the foreground: run.sh of a folder with a rendered configuration.
 * @param lookS seconds between checks of the certificate files
 */
export function nginxCommand(command: string, folder: string, lookS = 10): readonly string[] {
  return ["sh", `${folder}/run.sh`, String(lookS), command];
}
