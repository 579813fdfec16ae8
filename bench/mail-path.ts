import { walkNames } from "@dnstools/core/protocol/dmarc/tree-walk";
import { reverseName } from "@dnstools/lab/plan/reverse";

/**
 * An exchange of a mail report. This file finds the critical path of a report: of all chains in which each exchange
 * needs the previous answer, the one that takes longest. The dependencies are derived here from the RFCs, and are not
 * taken from the product.
 */
export type MailExchange = {
  readonly question: string;
  readonly transport: string;
  readonly at: string;
  readonly elapsedMs: number;
};

type Host = {
  readonly host: string;
  readonly aliases: readonly string[];
  readonly addresses: readonly Address[];
};
type Address = { readonly ip: string; readonly names: readonly string[] | null };
type SpfTerm = { readonly term: string; readonly target: string | null };
type SpfNode = {
  readonly id: number;
  readonly parent: number | null;
  readonly domain: string;
  readonly terms: readonly SpfTerm[];
};

/** The fields of a report that the rules need. */
export type MailReport = {
  readonly evidence: readonly MailExchange[];
  readonly data: {
    readonly domain: string;
    readonly mx: { readonly hosts: readonly Host[] | null };
    readonly spf: { readonly tree: readonly SpfNode[] };
    readonly dmarc: { readonly foundAt: string | null };
    readonly reputation: {
      readonly addresses: readonly { readonly status: string; readonly listings: readonly unknown[] }[];
    };
  };
};

/** One step of a chain: an exchange, or all blocklists together. */
export type Step = { readonly what: string; readonly kind: "dns" | "file" | "lists"; readonly ms: number };

/** Alternative sets of steps. A step can begin when all steps of any one set are complete. */
type Before = readonly (readonly string[])[];

const LISTS = "the blocklists";

/**
 * Returns the steps of the critical path.
 * @param listsMs milliseconds that the blocklists took; null to leave them out.
 */
export function criticalPath(report: MailReport, listsMs: number | null): Step[] {
  const steps = stepsOf(report);
  const asked = report.data.reputation.addresses.some(({ status }) => status === "asked");
  if (listsMs !== null && asked) steps.set(LISTS, { what: LISTS, kind: "lists", ms: listsMs });
  const known = new Map<string, readonly Step[]>();

  /** Returns the longest chain that ends with a step. */
  function chainTo(key: string, below: readonly string[]): readonly Step[] {
    const before = known.get(key);
    if (before !== undefined) return before;
    const step = steps.get(key);
    if (step === undefined || below.includes(key)) return [];
    const ways = beforeOf(key, report, [...steps.keys()])
      .filter((set) => set.every((one) => steps.has(one)))
      .map((set) => longest(set.map((one) => chainTo(one, [...below, key]))));
    if (ways.length === 0) throw new Error(`no rule says what ${key} depends on`);
    const chain = [...ways.reduce((a, b) => (lengthOf(b) < lengthOf(a) ? b : a)), step];
    known.set(key, chain);
    return chain;
  }

  return [...longest([...steps.keys()].map((key) => chainTo(key, [])))];
}

export function lengthOf(chain: readonly Step[]): number {
  return chain.reduce((sum, { ms }) => sum + ms, 0);
}

function longest(chains: readonly (readonly Step[])[]): readonly Step[] {
  return chains.reduce((a, b) => (lengthOf(b) > lengthOf(a) ? b : a), []);
}

/**
 * Collects the exchanges by question, which is `name type` or a URL. A repeated exchange, such as a retry over TCP,
 * is added to the first.
 */
function stepsOf({ evidence }: MailReport): Map<string, Step> {
  const steps = new Map<string, Step & { start: number }>();
  for (const { question, at, elapsedMs } of evidence) {
    const [, name = "", type] = /^(\S+?)\.? IN (\S+)/.exec(question) ?? [];
    const what = type === undefined ? question.replace("GET ", "") : `${name} ${type}`;
    const start = steps.get(what)?.start ?? Date.parse(at);
    const ms = steps.has(what) ? Date.parse(at) + elapsedMs - start : elapsedMs;
    steps.set(what, { what, kind: type === undefined ? "file" : "dns", ms, start });
  }
  return steps;
}

/** Returns the steps that a step depends on. @param all keys of all steps. */
function beforeOf(key: string, { data }: MailReport, all: readonly string[]): Before {
  const { domain } = data;
  const hosts = data.mx.hosts ?? [];
  const named = hosts.map(({ host }) => host);
  const addressesOf = (names: readonly string[]) =>
    names.flatMap((name) => [`${name} A`, `${name} AAAA`]).filter((one) => all.includes(one));
  const mx = `${domain} MX`;
  if (key === LISTS) return [[mx, `${domain} A`, `${domain} AAAA`, ...addressesOf(named)]];
  if (key.startsWith("https://")) {
    const { hostname } = new URL(key);
    return [addressesOf([hostname])];
  }
  const [name = "", type = ""] = key.split(" ");
  if (name === domain && ["MX", "A", "AAAA", "TXT", "SPF"].includes(type)) return [[]];
  const prefix = (label: string) => name.startsWith(`${label}.`);
  if (type === "PTR") {
    const ofIp = hosts.flatMap(({ host, addresses }) =>
      addresses
        .filter(({ ip }) => reverseName(ip) === name)
        .map(({ ip }) => [`${host} ${ip.includes(":") ? "AAAA" : "A"}`]),
    );
    return ofIp;
  }
  if (type === "TLSA") {
    const host = hosts.find((one) => [one.host, ...one.aliases].includes(name.replace("_25._tcp.", "")));
    return host === undefined ? [] : [[mx, ...addressesOf([host.host])]];
  }
  if (prefix("_dmarc") || name.includes("._report._dmarc.")) return beforeDmarc(name, data, all);
  if (name === `_domainkey.${domain}`) return [[]];
  if (name.endsWith(`._domainkey.${domain}`)) {
    // The query for a random selector shows whether the zone answers for every name. MX and SPF show which
    // provider's selectors to query.
    const label = name.slice(0, -`._domainkey.${domain}`.length);
    return /^[0-9a-f]{16}$/.test(label)
      ? [[]]
      : [[`_domainkey.${domain} TXT`, ...randomOf(domain, all), mx, `${domain} TXT`]];
  }
  if (name === `_mta-sts.${domain}` || name === `_smtp._tls.${domain}` || name === `default._bimi.${domain}`)
    return [[]];
  if (prefix("default._bimi")) return [[`default._bimi.${domain} TXT`, ...walkOf(domain, all)]];
  if (type === "TXT") return beforeInclude(name, data.spf.tree);
  return beforeAddress(name, type, { data, all });
}

function randomOf(domain: string, all: readonly string[]): string[] {
  return all.filter((one) => /^[0-9a-f]{16}\._domainkey\./.test(one) && one.endsWith(`.${domain} TXT`));
}

/** Returns the queries that the DMARC tree walk from a name actually made. */
function walkOf(name: string, all: readonly string[]): string[] {
  return walkNames(name)
    .map((one) => `_dmarc.${one} TXT`)
    .filter((one) => all.includes(one));
}

/**
 * Returns the dependencies of a DMARC query. A tree walk queries one name after another; the walk of a report
 * address begins after the record that contains the address.
 */
function beforeDmarc(name: string, { domain, dmarc }: MailReport["data"], all: readonly string[]): Before {
  const own = walkOf(domain, all);
  const key = `${name} TXT`;
  const at = own.indexOf(key);
  if (at !== -1) return [at === 0 ? [] : [own[at - 1] ?? ""]];
  // The policy comes from the domain's own record, or is known only after the whole tree walk.
  const policy: Before = [dmarc.foundAt === domain ? own.slice(0, 1) : own];
  if (name.includes("._report._dmarc.")) return policy;
  const places = all.flatMap((one) => {
    const host = /\._report\._dmarc\.(\S+) TXT$/.exec(one)?.[1];
    return host === undefined ? [] : [host];
  });
  const starts = [
    ...new Set([...places, ...all.flatMap((one) => /^_dmarc\.(\S+) TXT$/.exec(one)?.[1] ?? [])]),
  ];
  const ways = starts.flatMap((start) => {
    const walk = walkOf(start, all);
    const i = walk.indexOf(key);
    if (i === -1) return [];
    return i === 0 ? [] : [[walk[i - 1] ?? ""]];
  });
  return ways.length > 0 ? ways : policy;
}

/** Returns the dependency of an SPF include: the record that contains it. */
function beforeInclude(name: string, tree: readonly SpfNode[]): Before {
  return tree
    .filter((node) => node.domain === name && node.parent !== null)
    .map(({ parent }) => [`${tree.find(({ id }) => id === parent)?.domain ?? ""} TXT`]);
}

/** Returns the dependencies of an address query for a mail server, a web server or a name in an SPF record. */
function beforeAddress(
  name: string,
  type: string,
  { data, all }: { data: MailReport["data"]; all: readonly string[] },
): Before {
  const { domain } = data;
  const hosts = data.mx.hosts ?? [];
  const ways: string[][] = [];
  if (hosts.some(({ host }) => host === name)) ways.push([`${domain} MX`]);
  for (const { host, addresses } of hosts)
    for (const { ip, names } of addresses)
      if (host !== name && names?.includes(name)) ways.push([`${reverseName(ip)} PTR`]);
  if (name === `mta-sts.${domain}`) ways.push([`_mta-sts.${domain} TXT`]);
  if (all.some((one) => one.startsWith(`https://${name}/`)) && ways.length === 0)
    ways.push([...all.filter((one) => one.startsWith("default._bimi."))]);
  for (const node of data.spf.tree)
    for (const { target } of node.terms) {
      if (target === null) continue;
      if (target === name) ways.push([`${node.domain} TXT`]);
      // The report does not show the hosts in another domain's MX records.
      else if (type !== "MX" && ways.length === 0 && all.includes(`${target} MX`))
        ways.push([`${node.domain} TXT`, `${target} MX`]);
    }
  return ways.length > 0 ? ways : beforeReportHost(name, type, { data, all });
}

/**
 * Returns the dependencies of a query about the host of a report address: the record that has the address, and for
 * the host's addresses the answer that it has no MX record.
 */
function beforeReportHost(
  name: string,
  type: string,
  { data: { domain, dmarc }, all }: { data: MailReport["data"]; all: readonly string[] },
): Before {
  const own = walkOf(domain, all);
  const records = [dmarc.foundAt === domain ? own.slice(0, 1) : own, [`_smtp._tls.${domain} TXT`]];
  return records.map((record) => (type === "MX" ? record : [...record, `${name} MX`]));
}
