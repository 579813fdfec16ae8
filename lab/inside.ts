import { existsSync, mkdirSync, read, writeFileSync } from "node:fs";
import { findMade } from "./generate/made.ts";
import { setBait } from "./network/bait.ts";
import { joinInternet } from "./network/namespaces.ts";
import { type Options, parseOptions } from "./options.ts";
import { RESOLVER } from "./plan/hosts.ts";
import { run } from "./run.ts";
import { planServers } from "./servers/servers.ts";
import { giveUp, startServers } from "./servers/start.ts";

/** The inner half of lab/up, in namespaces of its own: builds the Internet, runs the command, says what escaped. */
async function main(options: Options): Promise<number> {
  // The outer half holds the other end of this pipe: when it ends, this process does, and every other in here.
  read(3, Buffer.alloc(1), 0, 1, null, () => process.exit(1));
  process.on("SIGINT", () => {});

  // A file system of the mount namespace: it is gone with it, however the lab ends.
  await run("mount", "-t", "tmpfs", "tmpfs", FOLDER);
  const scratch = `${FOLDER}/made`;
  mkdirSync(scratch);
  const beforeMade = Date.now();
  const made = await findMade(scratch);
  const madeMs = Date.now() - beforeMade;
  const internet = await joinInternet(options);
  const bait = await setBait(options.ipv6);
  await coverSystemFiles(made);
  await startServers(planServers({ made, run: FOLDER }, options.parts), internet.inside, FOLDER);
  // Making keys is left out: it is for the first run alone.
  const readyMs = Date.now() - Number(process.env["LAB_STARTED"]) - madeMs;

  const command = options.command.length > 0 ? [...options.command] : shell(readyMs);
  if (Bun.which(command[0] ?? "") === null) {
    console.error(`lab: there is no command ${command[0]}`);
    return 127;
  }
  const child = Bun.spawn(command, {
    stdio: ["inherit", "inherit", "inherit"],
    env: {
      ...process.env,
      DNSTOOLS_LAB: "1",
      LAB_MADE: made,
      LAB_RUN: FOLDER,
      LAB_INTERNET: String(internet.pid),
      LAB_READY_MS: String(readyMs),
    },
  });
  const code = await child.exited;
  const escaped = await internet.notPublic();
  if (escaped + bait.count === 0) return code;
  console.error(
    `lab: ${escaped} packets left for addresses that are not public, ${bait.count} knocks on listeners:`,
  );
  for (const { protocol, address, port } of bait.knocks)
    console.error(`  ${protocol} ${address} port ${port}`);
  return code === 0 ? ESCAPED : code;
}

/** An ordinary folder of every Debian machine that this checkout is not in; what it holds outside stays untouched. */
const FOLDER =
  ["/media", "/mnt", "/srv"].find((folder) => !import.meta.dir.startsWith(`${folder}/`)) ?? "/media";
/** The exit code when the command went well, but something asked an address that is not public. */
const ESCAPED = 5;

/** The system's resolver, hosts and trusted authorities, as seen in here. */
async function coverSystemFiles(made: string): Promise<void> {
  const authorities = "/etc/ssl/certs/ca-certificates.crt";
  const files: Record<string, string> = {
    "/etc/resolv.conf": `nameserver ${RESOLVER}\n`,
    "/etc/hosts": "127.0.0.1 localhost\n::1 localhost\n",
  };
  if (existsSync(authorities)) {
    const texts = [authorities, `${made}/tls/ca.pem`].map((file) => Bun.file(file).text());
    files[authorities] = (await Promise.all(texts)).join("");
  }
  for (const [path, text] of Object.entries(files)) {
    const cover = `${FOLDER}/${path.replaceAll("/", "-")}`;
    writeFileSync(cover, text);
    await run("mount", "--bind", cover, path);
  }
}

function shell(readyMs: number): string[] {
  console.error(`The miniature Internet is up (${readyMs} ms). This shell is the product's side of it.
  dig example.com MX                 ask its resolver; zones and servers are in lab/plan/
  dig @ns.wrong-id.org wrong-id.org  ask a server that misbehaves
  curl https://valid.certs.com       its certificate authority is trusted in here
  bin/start                          the product; ask it from a second shell:
  nsenter -t $(pgrep -nf lab/inside.ts) -a      ... which this command opens from outside, as root
  lab/internet tcpdump -ni any       run a command on the other side of the line
  ls ${FOLDER}                         configuration and logs of the servers
Leave with exit: everything started in here ends with it.`);
  const rc = `${FOLDER}/bashrc`;
  writeFileSync(rc, "[ -f ~/.bashrc ] && . ~/.bashrc\nPS1='lab \\w\\$ '\n");
  return ["bash", "--rcfile", rc];
}

const options = parseOptions(process.argv.slice(2));
if ("problem" in options) throw new Error(options.problem);
try {
  process.exit(await main(options));
} catch (error) {
  giveUp(error instanceof Error ? error.message : String(error));
}
