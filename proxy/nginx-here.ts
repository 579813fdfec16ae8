import type { NginxHere } from "./configuration.ts";

/** nginx as this machine has it: where it is, its version, and who starts it. */
export type NginxFound = NginxHere & { readonly command: string };

/** Servers of packages lie where an ordinary user's PATH does not look. */
const MORE_PATH = "/usr/sbin:/sbin:/usr/local/sbin";

/** Finds nginx: `NGINX` of the environment, or that of this machine. A string says what is wrong, and what to do. */
export function findNginx(env: Readonly<Record<string, string | undefined>>): NginxFound | string {
  const name = env["NGINX"] || "nginx";
  const command = Bun.which(name, { PATH: `${env["PATH"] ?? ""}:${MORE_PATH}` });
  if (command === null)
    return `${name} is not installed here: \`apt-get install nginx-light\` (Debian, Ubuntu), or leave --with-proxy out`;
  const { stdout, stderr } = Bun.spawnSync([command, "-v"]);
  const version = /nginx\/(\d+\.\d+\.\d+)/.exec(`${stdout}${stderr}`)?.[1];
  if (version === undefined) return `${command} -v does not say its version: is it nginx?`;
  return { command, version, root: process.getuid?.() === 0 };
}

/** What starts nginx on a rendered folder. It stays in the foreground. */
export function nginxCommand(command: string, folder: string): readonly string[] {
  return [command, "-e", "stderr", "-p", folder, "-c", `${folder}/nginx.conf`];
}
