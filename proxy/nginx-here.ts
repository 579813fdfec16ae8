/** nginx as this machine has it: where it is, and its version, such as 1.22.1. */
export type NginxFound = { readonly command: string; readonly version: string };

/** Servers of packages lie where an ordinary user's PATH does not look. */
const MORE_PATH = "/usr/sbin:/sbin:/usr/local/sbin";

/** Finds nginx: `NGINX` of the environment, or that of this machine. A string says what is wrong, and what to do. */
export function findNginx(env: Readonly<Record<string, string | undefined>>): NginxFound | string {
  const name = env["NGINX"] || "nginx";
  const command = Bun.which(name, { PATH: `${env["PATH"] ?? ""}:${MORE_PATH}` });
  if (command === null)
    return `${name} is not installed here: \`apt-get install nginx-light\` (Debian, Ubuntu), leave --with-proxy out, or set NGINX_VERSION to render for another machine`;
  const { stdout, stderr } = Bun.spawnSync([command, "-v"]);
  const version = /nginx\/(\d+\.\d+\.\d+)/.exec(`${stdout}${stderr}`)?.[1];
  if (version === undefined) return `${command} -v does not say its version: is it nginx?`;
  return { command, version };
}

/**
 * nginx that a configuration is written for: the one of NGINX_VERSION where that is set, as in an image without nginx, or
 * else that of this machine. A string says what is wrong.
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
 * What starts nginx on a rendered folder, by its run.sh. It stays in the foreground.
 * @param lookS seconds between two looks at its certificates.
 */
export function nginxCommand(command: string, folder: string, lookS = 10): readonly string[] {
  return ["sh", `${folder}/run.sh`, String(lookS), command];
}
