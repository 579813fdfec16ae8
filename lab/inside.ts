import { existsSync, mkdirSync, read, readFileSync, writeFileSync } from "node:fs";
import { findMade } from "./generate/made.ts";
import { ESCAPED_FILE, openHost } from "./host/open-host.ts";
import { setBait } from "./network/bait.ts";
import { joinInternet } from "./network/namespaces.ts";
import { type Options, parseOptions } from "./options.ts";
import { RESOLVER } from "./plan/hosts.ts";
import { planServers } from "./servers/servers.ts";
import { startServers } from "./servers/start.ts";
import { giveUp, run } from "./support/run.ts";

/**
 * The inner part of lab/up, in its own namespaces: builds the Internet, runs the command, and reports packets that
 * escaped.
 */
async function main(options: Options): Promise<number> {
  // This file system is part of the mount namespace and disappears with it, however the lab ends.
  await run("mount", "-t", "tmpfs", "tmpfs", FOLDER);
  const scratch = `${FOLDER}/made`;
  mkdirSync(scratch);
  const beforeMade = Date.now();
  const made = await findMade(scratch);
  const madeMs = Date.now() - beforeMade;
  const internet = await joinInternet(options);
  const knocks = await setBait(options.ipv6);
  await coverSystemFiles(made);
  const servers = await planServers({ made, run: FOLDER, rtt: options.rtt === "plan" }, options.parts);
  await startServers(servers, internet.inside, FOLDER);
  // The time for making keys is not counted, because only the first run makes them.
  const readyMs = Math.round(Date.now() - Number(process.env["LAB_STARTED"]) / 1000 - madeMs);

  const env = {
    DNSTOOLS_LAB: "1",
    LAB_MADE: made,
    LAB_RUN: FOLDER,
    LAB_INTERNET: String(internet.pid),
    LAB_READY_MS: String(readyMs),
  };
  writeFileSync(
    `${FOLDER}/env`,
    Object.entries({ ...env, PATH: process.env["PATH"] })
      .map(([name, value]) => `export ${name}='${value}'\n`)
      .join(""),
  );
  const command = options.command.length > 0 ? [...options.command] : shell(readyMs);
  if (Bun.which(command[0] ?? "") === null) {
    console.error(`lab: there is no command ${command[0]}`);
    return 127;
  }
  const place = { internet: env.LAB_INTERNET, run: FOLDER, made };
  const host = options.host === null ? null : await openHost(options.host, place);
  const child = Bun.spawn(host?.inside(command) ?? command, {
    stdio: ["inherit", "inherit", "inherit"],
    env: { ...process.env, ...env },
  });
  running = child;
  const code = await child.exited;
  await host?.[Symbol.asyncDispose]();
  const { packets, left } = await internet.escaped();
  const fromHosts = escapedFromHosts();
  if (packets + fromHosts + left + knocks.size === 0) return code;
  console.error(
    `lab: ${packets + fromHosts} packets for addresses that are not public, ${left} of them over the line.`,
  );
  for (const [where, count] of knocks) console.error(`  ${count} x ${where}`);
  return code === 0 ? ESCAPED : code;
}

/** Returns the number of packets that hosts have sent to addresses that are not public, until they ended. */
function escapedFromHosts(): number {
  const file = `${FOLDER}/${ESCAPED_FILE}`;
  if (!existsSync(file)) return 0;
  const counts = readFileSync(file, "utf8").trim().split("\n");
  return counts.reduce((sum, count) => sum + Number(count), 0);
}

/** The running command; null before it starts. */
let running: Bun.Subprocess | null = null;
/** Milliseconds that the command has to end after a signal. */
const GRACE_MS = 2000;

/**
 * Passes on the signals that the outer part received. The outer part holds the other end of the pipe: when it ends,
 * this process ends too, and with it every other process of the lab.
 */
function listenToOuterHalf(): void {
  const bytes = Buffer.alloc(64);
  read(3, bytes, 0, bytes.length, null, (_, length) => {
    const signal = bytes.toString("utf8", 0, length ?? 0).split("\n")[0];
    if (running === null || (signal !== "SIGTERM" && signal !== "SIGHUP")) process.exit(signal ? 143 : 1);
    running.kill(signal);
    setTimeout(() => process.exit(143), GRACE_MS);
    listenToOuterHalf();
  });
}

/** Paths that must stay visible inside the lab. */
const NEEDED = [import.meta.dir, process.cwd(), process.env["HOME"] ?? "", ...process.argv.slice(2)];
/**
 * A standard Debian folder that contains none of these paths. The lab mounts a file system over it, so its real
 * content stays untouched.
 */
const FOLDER =
  ["/media", "/mnt", "/srv"].find((folder) => !NEEDED.some((path) => `${path}/`.startsWith(`${folder}/`))) ??
  "/media";
/** Exit code if the command succeeded, but a program sent packets to an address that is not public. */
const ESCAPED = 5;

/** Mounts the lab's versions over the system's files for its resolver, hosts and trusted authorities. */
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
    if (!existsSync(path))
      throw new Error(`${path} does not exist, or is a link without a target: create it`);
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
  bin/start                          the product; lab/enter, called outside, opens a second shell to ask it
  lab/internet tcpdump -ni any       run a command on the other side of the line
  ls ${FOLDER}                         configuration and logs of the servers
Leave with exit: everything started in here ends with it.`);
  const rc = `${FOLDER}/bashrc`;
  writeFileSync(rc, "[ -f ~/.bashrc ] && . ~/.bashrc\nPS1='lab \\w\\$ '\n");
  return ["bash", "--rcfile", rc];
}

const options = parseOptions(process.argv.slice(2));
if ("problem" in options) throw new Error(options.problem);
process.on("SIGINT", () => {});
listenToOuterHalf();
try {
  process.exit(await main(options));
} catch (error) {
  giveUp(error instanceof Error ? error.message : String(error));
}
