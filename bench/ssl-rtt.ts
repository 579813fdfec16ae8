import { RESOLVER } from "@dnstools/lab/plan/hosts";
import { HOSTS, hostOf } from "@dnstools/lab/plan/plan";
import { type Product, startProduct } from "@dnstools/lab/support/product";
import { figure, reached } from "./figures.ts";
import { median, roundsOf, timeOf } from "./measure.ts";
import { chosenRows } from "./rows.ts";
import { crowds } from "./ssl-crowd.ts";

/**
 * Measures in a lab with --rtt how long a caller of `ssl` waits, compared with openssl, with sslscan, and with the
 * unavoidable round trips. Rounds are interleaved, and medians are printed.
 */
const ROUNDS = roundsOf(5);
const WARM = 5;
/** Only a few rounds, because sslscan takes seconds. */
const SCANS = roundsOf(3);
const ENV = { RATE_LIMIT_UNITS: "0", CACHE_MAX_AGE_S: "0" };
const WEB = "good-ecdsa.certs.com";
/** A web server with an IPv4 address only. */
const ONE_ADDRESS = "rdap.verisign.com";
const MAIL = ["mx1", "mx2", "mx3", "mx4"].map((label) => `${label}.mailtls.com`);
const DNS_MS = HOSTS.find(({ v4 }) => v4 === RESOLVER)?.rttMs ?? Number.NaN;
/**
 * Round trips to a server until its certificate arrives: TCP and TLS 1.3, and for SMTP also greeting, EHLO and
 * STARTTLS.
 */
const TRIPS = { https: 2, smtp25: 5 } as const;
/**
 * Round trips of the connections that begin, in parallel, after the certificate arrived: for an address TCP and a
 * first flight; for a name TCP, TLS 1.3 and HEAD. A mail server first gets QUIT and is then connected to once more.
 */
const FURTHER = { address: 2, name: 3, smtp25: 1 + 5 } as const;
/** Options that make sslscan check as little as possible besides the certificate. */
const CERTIFICATE_ALONE = [
  ...["--no-ciphersuites", "--no-cipher-details", "--no-renegotiation", "--no-compression", "--no-fallback"],
  ...["--no-heartbleed", "--no-groups", "--tls12"],
];

await using product = await startProduct("all", ENV);
for (const part of chosenRows({ https, mail, scans, crowds })) await part();

async function https(): Promise<void> {
  const { v4 = "", rttMs = 0 } = hostOf(WEB);
  const there = TRIPS.https * rttMs;
  const further = (kind: "address" | "name", ms: number) => FURTHER[kind] * ms;
  const byName = (name: string) => () => openssl(name, name);
  await beside(`https, an address`, `host=${v4}`, there + further("address", rttMs), () => openssl(v4, WEB));
  await beside(
    `https, a name with both families`,
    `host=${WEB}`,
    DNS_MS + there + further("name", rttMs),
    byName(WEB),
  );
  const oneMs = hostOf(ONE_ADDRESS).rttMs ?? 0;
  const one = TRIPS.https * oneMs + further("name", oneMs);
  await beside(`https, a name with one address`, `host=${ONE_ADDRESS}`, DNS_MS + one, byName(ONE_ADDRESS));
}

async function beside(
  what: string,
  query: string,
  tripsMs: number,
  theirs: () => Promise<number>,
): Promise<void> {
  const shown: number[] = [];
  const times = await interleaved(ROUNDS, {
    ours: () => ssl(product, query),
    theirs: async () => void shown.push(await theirs()),
  });
  const ours = median(times.ours);
  const until = median(shown.slice(WARM));
  const ratio = ours / median(times.theirs);
  console.log(
    `${what.padEnd(34)} ${ours.toFixed(1)} ms, ${(ours / tripsMs).toFixed(2)} x its round trips (${tripsMs} ms) ` +
      `${reached("ssl, of its round trips", ours / tripsMs, "<= 1.3")}, ${ratio.toFixed(2)} x openssl s_client (${median(times.theirs).toFixed(1)} ms), ` +
      `${(ours / until).toFixed(2)} x the time until openssl shows the certificate (${until.toFixed(1)} ms)`,
  );
  figure({ kind: "peer", what, peer: "openssl s_client", by: "time", times: 1 / ratio, found: "" });
}

/** Compares a call about all mail servers of a domain with a call about only the slowest of them. */
async function mail(): Promise<void> {
  const alone = (host: string) => () => ssl(product, `host=${host}&service=smtp25`);
  const single = await interleaved(ROUNDS, Object.fromEntries(MAIL.map((host) => [host, alone(host)])));
  const [slowest = ""] = MAIL.toSorted((a, b) => median(single[b] ?? []) - median(single[a] ?? []));
  const times = await interleaved(ROUNDS, {
    all: () => ssl(product, "domain=fourmx.mailtls.com&service=smtp25", 2 * MAIL.length),
    one: alone(slowest),
  });
  const [all, one] = [median(times.all), median(times.one)];
  const tripsMs = 2 * DNS_MS + (TRIPS.smtp25 + FURTHER.smtp25) * (hostOf(slowest).rttMs ?? 0);
  console.log(
    `${"smtp25, four MX hosts".padEnd(34)} ${all.toFixed(1)} ms, ${(all / one).toFixed(2)} x ${slowest} alone (${one.toFixed(1)} ms) ` +
      `${reached("ssl of four mail servers, of the slowest alone", all / one, "<= 1.2")}, ${(all / tripsMs).toFixed(2)} x its round trips (${tripsMs} ms) ` +
      `${reached("ssl, of its round trips", all / tripsMs, "<= 1.3")}`,
  );
}

async function scans(): Promise<void> {
  const [mx = ""] = MAIL;
  for (const [service, host, options] of [
    ["https", WEB, [`${WEB}:443`]],
    ["smtp25", mx, ["--starttls-smtp", `${mx}:25`]],
  ] as const) {
    const query = `host=${host}&service=${service}`;
    const least = [...CERTIFICATE_ALONE, ...options];
    const times = await interleaved(ROUNDS, { ours: () => ssl(product, query), least: () => sslscan(least) });
    const { usual } = await interleaved(SCANS, { usual: () => sslscan(options) });
    const ours = median(times.ours);
    const [faster, fasterThanLeast] = [median(usual) / ours, median(times.least) / ours];
    console.log(
      `${`${service}, and sslscan`.padEnd(34)} ${ours.toFixed(1)} ms, ${faster.toFixed(0)} x faster than sslscan as users call it ` +
        `(${median(usual).toFixed(0)} ms) ${reached("sslscan takes, of ssl", faster, ">= 10")}, ${fasterThanLeast.toFixed(1)} x than for the certificate alone ` +
        `(${median(times.least).toFixed(0)} ms)`,
    );
    for (const [name, ratio] of [
      ["sslscan", faster],
      ["sslscan, certificate alone", fasterThanLeast],
    ] as const)
      figure({ kind: "peer", what: `ssl of ${service}`, peer: name, by: "time", times: ratio, found: "" });
  }
}

/**
 * Runs each work function in turn, after a few warm-up runs except for `usual`, and returns the milliseconds of each
 * run.
 */
async function interleaved<K extends string>(
  rounds: number,
  works: Readonly<Record<K, () => Promise<void>>>,
): Promise<Record<K, number[]>> {
  const entries = Object.entries<() => Promise<void>>(works);
  const times = Object.fromEntries(entries.map(([name]) => [name, []])) as unknown as Record<
    string,
    number[]
  >;
  for (const [name, work] of entries) if (name !== "usual") for (let i = 0; i < WARM; i++) await work();
  for (let i = 0; i < rounds; i++) for (const [name, work] of entries) times[name]?.push(await timeOf(work));
  return times as Record<K, number[]>;
}

type Server = { readonly reachability: { readonly status: string }; readonly chain: unknown };

/**
 * Makes one call, and checks that every server has shown its certificate.
 * @param servers minimum number of servers
 */
async function ssl({ url }: Product, query: string, servers = 1): Promise<void> {
  const response = await fetch(`${url}/api/v1/ssl?${query}`);
  const { data } = (await response.json()) as { data: { servers: Server[] } };
  const shown = data.servers.filter(({ chain }) => chain !== null).length;
  if (shown < servers || shown < data.servers.length) throw new Error(`${query}: ${JSON.stringify(data)}`);
}

/**
 * Runs openssl to its end: it first reads all authorities, and in the end waits for the server to close.
 * @returns the milliseconds until it printed the certificate.
 */
async function openssl(place: string, name: string): Promise<number> {
  const start = performance.now();
  const command = ["openssl", "s_client", "-connect", `${place}:443`, "-servername", name];
  const child = Bun.spawn(command, { stdin: "ignore", stdout: "pipe", stderr: "ignore" });
  const decoder = new TextDecoder();
  let said = "";
  let shownMs: number | null = null;
  for await (const chunk of child.stdout) {
    said += decoder.decode(chunk, { stream: true });
    if (said.includes("-----END CERTIFICATE-----")) shownMs ??= performance.now() - start;
  }
  await child.exited;
  if (shownMs === null) throw new Error(`openssl: ${said}`);
  return shownMs;
}

async function sslscan(args: readonly string[]): Promise<void> {
  const said = await output("sslscan", "--no-colour", ...args);
  if (!said.includes("Subject:")) throw new Error(`sslscan: ${said}`);
}

async function output(...command: readonly string[]): Promise<string> {
  const child = Bun.spawn([...command], { stdin: "ignore", stdout: "pipe", stderr: "pipe" });
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  await child.exited;
  return out + err;
}
