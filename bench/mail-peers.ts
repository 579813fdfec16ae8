import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { LIKELY } from "@dnstools/core/data/dkim-selectors";
import { ILL_LISTS } from "@dnstools/lab/plan/blocklists";
import { RESOLVER } from "@dnstools/lab/plan/hosts";
import { POLICY } from "@dnstools/lab/plan/mail-policy";
import { reverseName, reverseNibbles } from "@dnstools/lab/plan/reverse";
import { type Product, startProduct } from "@dnstools/lab/support/product";
import { run } from "@dnstools/lab/support/run";
import { BLACKLISTS, INFORMATIONAL } from "@dnstools/network/blocklists";
import { figure, reached } from "./figures.ts";
import { median, roundsOf, timeOf } from "./measure.ts";

/**
 * Compares `mail` with Debian's tools for the same checks, run one after another as a user would: dnsrecon for the
 * records, python3-spf for SPF, dig for checks without a tool, curl for files. Questions that are known at the same
 * time are passed to one dig process, which sends them one by one. A question that an earlier answer makes unnecessary
 * is left out, as in the product.
 */
const ROUNDS = roundsOf(3);
const CHECKED = [POLICY.perfect, POLICY.mxGood] as const;
const SENDER = "192.88.98.1";
const FILES = mkdtempSync(join(tmpdir(), "mail-peers-"));
const CURL = ["curl", "-sf", "--cacert", `${process.env["LAB_MADE"]}/tls/ca.pem`];

export async function peers(): Promise<void> {
  // The product as shipped, except that all its queries go through the resolver that the tools use.
  await using product = await startProduct("all", { RATE_LIMIT_UNITS: "0", CACHE_MAX_AGE_S: "0" });
  for (const domain of CHECKED) {
    const ours: number[] = [];
    const theirs: Readonly<Record<string, number>>[] = [];
    // The first round only fills the resolver's cache.
    for (let i = -1; i < ROUNDS; i++) {
      const times = await oneAfterAnother(domain);
      const ms = await timeOf(() => report(product, domain));
      if (i < 0) continue;
      ours.push(ms);
      theirs.push(times);
    }
    tell(domain, median(ours), theirs);
  }
  rmSync(FILES, { recursive: true });
}

async function report({ url }: Product, domain: string): Promise<void> {
  const response = await fetch(`${url}/api/v1/mail?domain=${domain}`);
  await response.text();
  if (!response.ok) throw new Error(`${domain}: ${response.status}`);
}

/** Checks that few users would make by hand. */
const TEDIOUS = ["dig: selectors", "dig: blocklists"];

function tell(domain: string, ours: number, rounds: readonly Readonly<Record<string, number>>[]): void {
  const parts = Object.keys(rounds[0] ?? {}).map(
    (what) => [what, median(rounds.map((times) => times[what] ?? 0))] as const,
  );
  const sum = (some: typeof parts) => some.reduce((total, [, ms]) => total + ms, 0);
  const all = sum(parts) / ours;
  const short = sum(parts.filter(([what]) => !TEDIOUS.includes(what))) / ours;
  console.log(
    `${domain}: ${ours.toFixed(0)} ms; one after another ${sum(parts).toFixed(0)} ms, ${all.toFixed(1)} x ` +
      `${reached("the same checks by Debian's tools take, of mail", all, ">= 5")}; without selectors and lists ${short.toFixed(1)} x`,
  );
  const what = `mail of ${domain}`;
  const peer = "dig, curl, dnsrecon and python3-spf in turn";
  figure({ kind: "peer", what, peer, by: "time", times: all, found: "the same checks" });
  for (const [check, ms] of parts) {
    console.log(`    ${check.padEnd(34)} ${ms.toFixed(0).padStart(6)} ms`);
    const [tool = "", part = ""] = check.split(": ");
    // A tool that had nothing to fetch for this domain is no peer.
    if (!tool.startsWith("dig") && ms >= 1)
      figure({ kind: "peer", what, peer: tool, by: "time", times: ms / ours, found: `${part} alone` });
  }
}

/** Runs all checks one after another. @returns the milliseconds of each check. */
async function oneAfterAnother(domain: string): Promise<Record<string, number>> {
  const times: Record<string, number> = {};
  async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
    const start = performance.now();
    const result = await work();
    times[what] = (times[what] ?? 0) + performance.now() - start;
    return result;
  }
  await timed("dnsrecon: records", () =>
    told(["dnsrecon", "-n", RESOLVER, "-d", domain, "-t", "std"], /MX /),
  );
  await timed("python3-spf: SPF", () =>
    told(["spfquery.pyspf", `--ip=${SENDER}`, `--sender=postmaster@${domain}`, `--helo=${domain}`], /^fail/),
  );
  const policies = await timed("dig: DMARC, MTA-STS, TLS-RPT, BIMI", async () => {
    const names = ["_dmarc", "_mta-sts", "_smtp._tls", "default._bimi"].map((label) => `${label}.${domain}`);
    const above = domain
      .split(".")
      .slice(1)
      .map((_, i, labels) => `_dmarc.${labels.slice(i).join(".")}`);
    const found = await dig([...names, ...above].map((name) => `${name} TXT`));
    const places = [...found.join(" ").matchAll(/mailto:[^@]+@([^",; ]+)/g)]
      .map(([, host = ""]) => host)
      .filter((host) => host !== domain);
    await dig([...new Set(places)].map((host) => `${domain}._report._dmarc.${host} TXT`));
    return found.join(" ");
  });
  await timed("curl: policy and logo", async () => {
    if (policies.includes("v=STSv1")) await run(...CURL, `https://mta-sts.${domain}/.well-known/mta-sts.txt`);
    const logo = /l=(https:[^;"]+)/.exec(policies)?.[1];
    if (logo !== undefined) await run(...CURL, logo);
  });
  const addresses = await timed("dig: mail servers", async () => {
    const hosts = (await dig([`${domain} MX`])).map((line) => line.split(" ")[1]?.replace(/\.$/, "") ?? "");
    const found = await dig(hosts.flatMap((host) => [`${host} A`, `${host} AAAA`, `_25._tcp.${host} TLSA`]));
    const ips = found.filter((line) => /^[0-9a-f.:]+$/.test(line));
    const names = await dig(ips.map((ip) => `${reverseName(ip)} PTR`));
    await dig([...new Set(names)].flatMap((name) => [`${name} A`, `${name} AAAA`]));
    return ips;
  });
  await timed("dig: selectors", () =>
    dig([`_domainkey.${domain} TXT`, ...LIKELY.map(([label]) => `${label}._domainkey.${domain} TXT`)]),
  );
  await timed("dig: blocklists", () => dig(addresses.flatMap(listNames)));
  return times;
}

/** Returns the DNS names to query for an address in the blocklists that answer. */
function listNames(ip: string): string[] {
  const family = ip.includes(":") ? "ipv6" : "ipv4";
  const reverse = family === "ipv6" ? reverseNibbles(ip) : ip.split(".").toReversed().join(".");
  const ill = Object.values<string>(ILL_LISTS);
  return [...BLACKLISTS, ...INFORMATIONAL]
    .filter(({ zone, takes, key }) => takes.includes(family) && key?.needed !== true && !ill.includes(zone))
    .map(({ zone }) => `${reverse}.${zone} A`);
}

/** Asks the questions one by one. @returns the lines that `dig +short` prints. */
async function dig(questions: readonly string[]): Promise<string[]> {
  if (questions.length === 0) return [];
  const file = join(FILES, "questions");
  await Bun.write(file, `${questions.join("\n")}\n`);
  const said = await run("dig", `@${RESOLVER}`, "+short", "-f", file);
  return said.split("\n").filter((line) => line !== "");
}

async function told(command: readonly string[], says: RegExp): Promise<void> {
  const child = Bun.spawn([...command], { cwd: FILES, stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  if (!says.test(out + err)) throw new Error(`${command.join(" ")}: ${out}${err}`);
}
