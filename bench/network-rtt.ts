import { ILL_LISTS, LISTED, SLOW_LIST } from "@dnstools/lab/plan/blocklists";
import { OWN_RESOLVER } from "@dnstools/lab/plan/hosts";
import { reverseNibbles } from "@dnstools/lab/plan/reverse";
import { type Product, startProduct } from "@dnstools/lab/support/product";
import { run } from "@dnstools/lab/support/run";
import { BLACKLISTS, INFORMATIONAL } from "@dnstools/network/blocklists";
import { type Exchange, longestChain, roundTripsOf, timesOf } from "./chain.ts";
import { type Bound, figure, reached } from "./figures.ts";
import { median, roundsOf, timeOf } from "./measure.ts";
import { questionFor } from "./question.ts";

/**
 * Measures in a lab with --rtt what a caller of `dnsbl`, `reverse` and `whois` waits, compared with the round trips
 * and with tools for the same purpose. Rounds are interleaved, and medians are printed.
 */
const ROUNDS = roundsOf(5);
const ENV = { RATE_LIMIT_UNITS: "0", REGISTRY_RATE: "0", DNS_RESOLVERS: OWN_RESOLVER, CACHE_MAX_AGE_S: "0" };

await blocklists();
await addresses();
await registries();

/** Empties the cache of the product's resolver. */
async function flush(): Promise<void> {
  await run("unbound-control", "-c", `${process.env["LAB_RUN"]}/recursor/unbound.conf`, "flush_zone", ".");
}

async function blocklists(): Promise<void> {
  await using product = await startProduct("all", ENV);
  for (const [family, ip, reverse] of [
    ["ipv4", LISTED.everywhere, "7.7.66.5"],
    ["ipv6", LISTED.everywhereV6, reverseNibbles(LISTED.everywhereV6)],
  ] as const) {
    const url = `${product.url}/api/v1/dnsbl?ip=${ip}`;
    await get(url);
    const live = [...BLACKLISTS, ...INFORMATIONAL]
      .filter(
        ({ zone, takes, key }) =>
          takes.includes(family) && key?.needed !== true && !Object.values<string>(ILL_LISTS).includes(zone),
      )
      .map(({ zone }) => zone);
    const times: [zone: string, ms: number][] = [];
    for (const zone of live) times.push([zone, await alone(`${reverse}.${zone}`)]);
    const [slowest, second] = times.toSorted((a, b) => b[1] - a[1]);
    const zone = slowest?.[0] ?? "";
    const cold: number[] = [];
    const single: number[] = [];
    for (let i = 0; i < ROUNDS; i++) {
      single.push(await alone(`${reverse}.${zone}`));
      await flush();
      cold.push(await timeOf(() => allListed(url, live.length)));
    }
    row(
      `dnsbl, ${live.length} ${family} lists with their texts, cold`,
      median(cold),
      `${zone} alone`,
      median(single),
      "dnsbl, cold, of its slowest list",
      "<= 1.1",
    );
    if (zone === SLOW_LIST)
      console.log(
        `    (that list answers late on purpose; the next, ${second?.[0]}: ${second?.[1].toFixed(0)} ms)`,
      );
  }
  const warm = median(await timesOf(30, `${product.url}/api/v1/dnsbl?ip=${LISTED.nowhere}`));
  console.log(
    `dnsbl, warm${" ".repeat(35)} ${warm.toFixed(1)} ms, 1 ms of it the resolver's round trip ${reached("dnsbl, warm, adds", warm - 1, "< 5", "ms")}`,
  );
}

async function allListed(url: string, count: number): Promise<void> {
  const { data } = (await get(url)) as { data: Record<"lists" | "informational", { status: string }[]> };
  const listed = [...data.lists, ...data.informational].filter(({ status }) => status === "listed").length;
  if (listed !== count) throw new Error(`${listed} of ${count} lists answered`);
}

/**
 * Measures two bare queries for a list's answer and then its explanation (TXT), while the resolver's cache is empty.
 */
async function alone(name: string): Promise<number> {
  await flush();
  const question = async (type: string) => {
    const socket = await Bun.udpSocket({
      connect: { hostname: OWN_RESOLVER, port: 53 },
      socket: { data: () => answered.resolve() },
    });
    const answered = Promise.withResolvers<void>();
    socket.send(questionFor(7, name, type === "A" ? 1 : 16));
    await answered.promise;
    socket.close();
  };
  return timeOf(async () => {
    await question("A");
    await question("TXT");
  });
}

async function addresses(): Promise<void> {
  await using product = await startProduct("all", ENV);
  for (const ip of ["8.8.8.8", "5.9.4.53", "2a01:4f8::53"]) {
    const url = `${product.url}/api/v1/reverse?ip=${ip}`;
    const wall = median(await timesOf(ROUNDS, url));
    const { evidence } = (await (await fetch(url)).json()) as { evidence: Exchange[] };
    const chain = longestChain(evidence);
    const sum = chain.reduce((ms, one) => ms + roundTripsOf(one), 0);
    row(`reverse of ${ip}`, wall, "its longest chain", sum, "reverse, of its critical path");
    for (const one of chain) console.log(`    ${roundTripsOf(one)} ms  ${one.question} @${one.server}`);
  }
}

async function registries(): Promise<void> {
  const ca = ["--cacert", `${process.env["LAB_MADE"]}/tls/ca.pem`];
  const curl = [
    "curl",
    "-sf",
    ...ca,
    "https://data.iana.org/rdap/dns.json",
    "https://rdap.verisign.com/com/v1/domain/registered.com",
  ];
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    // A new process each time, because IANA's list is fetched once per process.
    await using product = await startProduct("all", ENV);
    await get(`${product.url}/api/v1/dns?domain=example.com&type=A`);
    ours.push(await timeOf(() => whois(product, "registered.com")));
    theirs.push(await timeOf(() => run(...curl)));
  }
  row(
    "whois over RDAP, IANA's list not cached",
    median(ours),
    "curl of both",
    median(theirs),
    "whois, of curl",
  );
  peer("whois over RDAP", "curl", median(theirs) / median(ours));
  await using product = await startProduct("all", ENV);
  // For uk.com, the whois command would ask another host of the same registry, which the lab does not have.
  for (const [name, ...asked] of [
    ["registered.se"],
    ["registered.at"],
    ["registered.uk.com", "-h", "whois.centralnic.com"],
  ] as const) {
    await whois(product, name);
    const times = { ours: [] as number[], theirs: [] as number[] };
    for (let i = 0; i < ROUNDS; i++) {
      times.ours.push(await timeOf(() => whois(product, name)));
      times.theirs.push(await timeOf(() => run("whois", ...asked, name)));
    }
    row(
      `whois at port 43 of ${name}`,
      median(times.ours),
      "the whois command",
      median(times.theirs),
      "whois, of the whois command",
    );
    peer(`whois of ${name}`, "whois", median(times.theirs) / median(times.ours));
  }
}

async function whois(product: Product, name: string): Promise<void> {
  const { data } = (await get(`${product.url}/api/v1/whois?domain=${name}`)) as {
    data: { availability: string };
  };
  if (data.availability !== "registered") throw new Error(`${name} is ${data.availability}`);
}

async function get(url: string): Promise<unknown> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${url}: ${response.status}`);
  return response.json();
}

function row(
  what: string,
  ms: number,
  beside: string,
  besideMs: number,
  goal: string,
  bound: Bound = "<= 1.15",
): void {
  const ratio = ms / besideMs;
  console.log(
    `${what.padEnd(46)} ${ms.toFixed(1)} ms, ${ratio.toFixed(2)} x ${beside} (${besideMs.toFixed(1)} ms) ${reached(goal, ratio, bound)}`,
  );
}

function peer(what: string, name: string, times: number): void {
  figure({ kind: "peer", what, peer: name, by: "time", times, found: "" });
}
