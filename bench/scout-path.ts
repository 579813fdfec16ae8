import { reverseName } from "@dnstools/lab/plan/reverse";

/** An exchange of an answer's evidence. */
type Exchange = { readonly question: string; readonly server: string; readonly elapsedMs: number };

/** The fields of an answer that the rules need. */
export type ScoutReport = {
  readonly evidence: readonly Exchange[];
  readonly data: {
    readonly domain: string;
    readonly srv: {
      readonly services: readonly {
        readonly name: string;
        readonly records: readonly { target: string }[];
      }[];
    };
    readonly subdomains: {
      readonly names: readonly { readonly name: string; readonly aliases: readonly string[] }[];
    };
    readonly ptr: {
      readonly addresses: readonly { readonly address: string; readonly of: readonly string[] }[];
    };
  };
};

/**
 * Returns the longest chain of exchanges in which each depends on the previous answer, with its milliseconds: the
 * minimum time of the call. The dependencies follow from the questions, and are not taken from the product. Delays
 * caused by query rate limits are not included.
 */
export function criticalPath({ evidence, data }: ScoutReport): {
  readonly ms: number;
  readonly chain: readonly string[];
} {
  const { domain } = data;
  const steps = new Map<string, { readonly ms: number; readonly what: string }>();
  for (const { question, server, elapsedMs } of evidence) {
    const [, name = "", type = ""] = /^(\S+?)\.? IN (\S+)/.exec(question) ?? [];
    const key = keyOf(name, type, server);
    // Several servers are asked the same question at the same time, and the slowest answer decides.
    if ((steps.get(key)?.ms ?? -1) < elapsedMs)
      steps.set(key, { ms: elapsedMs, what: `${question} @${server}` });
  }
  const known = new Map<string, { readonly ms: number; readonly chain: readonly string[] }>();

  function to(key: string): { readonly ms: number; readonly chain: readonly string[] } {
    const before = known.get(key);
    if (before !== undefined) return before;
    known.set(key, { ms: 0, chain: [] });
    const step = steps.get(key);
    const longest = beforeOf(key)
      .map(to)
      .reduce((a, b) => (b.ms > a.ms ? b : a), { ms: 0, chain: [] });
    const path =
      step === undefined
        ? longest
        : { ms: longest.ms + step.ms, chain: [...longest.chain, `${step.what} ${step.ms}`] };
    known.set(key, path);
    return path;
  }

  function beforeOf(key: string): string[] {
    const [who = "", name = "", type = ""] = key.split(" ");
    if (who === "above") return [];
    if (who === "zone") {
      // Other types of a name are queried once the name is known to exist.
      const again = ["AAAA", "MX", "TXT"].includes(type) && name !== domain && !name.includes("_");
      return again ? [keyOf(name, "A", "ns")] : [`above ${domain} NS`];
    }
    if (type === "PTR") {
      const of = data.ptr.addresses.find(({ address }) => reverseName(address) === name)?.of ?? [];
      return of.flatMap((one) =>
        ["A", "AAAA"].flatMap((of) => [keyOf(one, of, "ns"), keyOf(one, of, "resolver")]),
      );
    }
    const services = data.srv.services.filter(({ records }) => records.some(({ target }) => target === name));
    const aliases = data.subdomains.names.filter((one) => one.aliases.includes(name));
    const pointers = [...steps.keys()].filter((one) => one.endsWith(" PTR"));
    if (services.length + aliases.length > 0)
      return [
        ...services.map((one) => keyOf(one.name, "SRV", "ns")),
        ...aliases.map((one) => keyOf(one.name, "A", "ns")),
      ];
    // Queries to the product's resolver: known from the start, for MX hosts, or for names that addresses point to.
    if (name === domain || name.includes("_")) return [];
    return type === "A" || type === "AAAA"
      ? [keyOf(domain, "MX", "resolver"), ...(isPointed(name) ? pointers : [])]
      : [];
  }

  /** True if a name is queried because an address points to it. */
  function isPointed(name: string): boolean {
    return !data.subdomains.names.some((one) => one.name === name);
  }

  function keyOf(name: string, type: string, server: string): string {
    if (server === "resolver") return `resolver ${name} ${type}`;
    return server === "ns" || server.endsWith(`.${domain}`) ? `zone ${name} ${type}` : `above ${domain} NS`;
  }

  return [...steps.keys()].map(to).reduce((a, b) => (b.ms > a.ms ? b : a), { ms: 0, chain: [] });
}
