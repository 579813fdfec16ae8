import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { RESOLVER } from "@dnstools/lab/plan/hosts";
import { addressOf } from "@dnstools/lab/plan/plan";
import { startProduct } from "@dnstools/lab/support/product";
import { figure } from "./figures.ts";
import { median, roundsOf, timeOf } from "./measure.ts";

/**
 * Compares calls with tools that no other bench runs: testssl, and tools that report-install.sh installs. A tool that
 * is not installed, or does not work here, is reported as such. Rounds of both alternate; run in a lab with --rtt.
 */
const WEB = "good-ecdsa.certs.com";
const TOOLS = join(import.meta.dir, "../.tools");
const DNSVIZ = [`${TOOLS}/dnsviz-0.11.2/bin/python3`, join(import.meta.dir, "dnssec-peers-dnsviz.py")];
const ZDNS = `${TOOLS}/zdns-2/zdns`;
/** Seconds after which a tool has not worked. */
const PATIENCE_S = 90;
const folder = mkdtempSync(join(tmpdir(), "report-peers-"));
const names = join(folder, "names");
writeFileSync(names, Array.from({ length: 100 }, (_, i) => `n${i}.wild.records.com\n`).join(""));

type Job = {
  readonly peer: string;
  /** The calls that do the same work, made at the same time. */
  readonly calls: readonly string[];
  /** Commands that run one after another, each with the output of the one before on its standard input. */
  readonly commands: readonly (readonly string[])[];
  readonly says: RegExp;
  readonly found: string;
};
const TESTSSL = [
  "testssl",
  "--warnings",
  "off",
  "--color",
  "0",
  "--quiet",
  "--ip",
  addressOf(WEB),
  "-S",
  WEB,
];
const JOBS: readonly Job[] = [
  job("testssl", [`ssl?host=${WEB}`], [TESTSSL], /Trust \(hostname\)/, "certificate alone (-S)"),
  job(
    "sslyze",
    [`ssl?host=${WEB}`],
    [[`${TOOLS}/sslyze-6.3.1/bin/sslyze`, "--certinfo", WEB]],
    /Common Name/,
    "certificate alone",
  ),
  job(
    "checkdmarc",
    ["mail?domain=perfect.com"],
    [[`${TOOLS}/checkdmarc-6.0.4/bin/checkdmarc`, "perfect.com", "-n", RESOLVER]],
    /"dmarc"/,
    "no selectors, no blocklists, no TLSA",
  ),
  job(
    "dnsviz",
    ["dns?domain=signed.com"],
    [
      [...DNSVIZ, "probe", "-A", "-a", ".", "signed.com"],
      [...DNSVIZ, "grok", "-t", `${process.env["LAB_MADE"]}/root.key`, "-l", "info"],
    ],
    /SECURE/,
    "from the root down, like ours",
  ),
  job(
    "zdns",
    Array.from({ length: 100 }, (_, i) => `dns?domain=n${i}.wild.records.com&type=A`),
    [[ZDNS, "A", "--name-servers", RESOLVER, "--input-file", names]],
    /NOERROR/,
    "100 names; ours over HTTP",
  ),
];

await using product = await startProduct("all", { RATE_LIMIT_UNITS: "0", CACHE_MAX_AGE_S: "0" });
for (const one of JOBS) await measure(one);
rmSync(folder, { recursive: true });
process.exit(0);

function job(peer: string, calls: Job["calls"], commands: Job["commands"], says: RegExp, found: string): Job {
  return { peer, calls, commands, says, found };
}

async function measure({ peer, calls, commands, says, found }: Job): Promise<void> {
  const what = calls.length === 1 ? (calls[0] ?? "") : `${calls.length} × dns?type=A`;
  const tell = (times: number | null, note: string) => {
    figure({ kind: "peer", what, peer, by: "time", times, found: note });
    console.log(
      `${peer.padEnd(12)} ${times === null ? "not measured" : `${times.toFixed(1)} x ${what}`}: ${note}`,
    );
  };
  const [program = ""] = commands[0] ?? [];
  if (!existsSync(program) && Bun.which(program) === null) return tell(null, "could not be installed here");
  const ours: number[] = [];
  const theirs: number[] = [];
  try {
    await ask(calls);
    for (let i = 0; i < roundsOf(3); i++) {
      ours.push(await timeOf(() => ask(calls)));
      theirs.push(await timeOf(() => works(commands, says)));
    }
    tell(median(theirs) / median(ours), found);
  } catch (error) {
    console.error(error);
    tell(null, "does not work in the lab");
  }
}

async function ask(calls: readonly string[]): Promise<void> {
  const answers = await Promise.all(calls.map((call) => fetch(`${product.url}/api/v1/${call}`)));
  for (const answer of answers) {
    await answer.text();
    if (!answer.ok) throw new Error(`${answer.url}: ${answer.status}`);
  }
}

async function works(commands: Job["commands"], says: RegExp): Promise<void> {
  let text = "";
  for (const command of commands) {
    const child = Bun.spawn(["timeout", String(PATIENCE_S), ...command], {
      cwd: folder,
      stdin: new Blob([text]),
      stdout: "pipe",
      stderr: "pipe",
    });
    const [out, error] = await Promise.all([child.stdout.text(), child.stderr.text()]);
    await child.exited;
    text = out;
    if (out === "") throw new Error(`${command.join(" ")}: ${error.slice(-1000)}`);
  }
  if (!says.test(text)) throw new Error(`${commands.at(-1)?.join(" ")}: ${text.slice(-1000)}`);
}
