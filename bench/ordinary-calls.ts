import { NAMES_BELOW_ONE, OWN_DOMAINS, OWN_ZONES } from "@dnstools/lab/plan/own-domains";

/** The tools that the bench calls. */
export const TOOLS = ["dns", "reverse", "whois", "dnsbl", "ssl", "mail", "propagation", "scout"] as const;
export type Tool = (typeof TOOLS)[number];

/** A kind of call: its name in the printed tables, its tool, and its 64 paths below `/api/v1/`. */
export type Calls = { readonly kind: string; readonly tool: Tool; readonly paths: readonly string[] };

type Own = (typeof OWN_DOMAINS)[number];

/**
 * Returns the path of a call about a domain. `reverse` queries an address of the domain; these addresses are
 * distributed among all RIRs.
 */
const OF_DOMAIN: Readonly<Record<Tool, (domain: Own) => string>> = {
  dns: ({ name }) => `dns?domain=${name}`,
  reverse: ({ pointer }) => `reverse?ip=${pointer}`,
  whois: ({ name }) => `whois?domain=${name}`,
  dnsbl: ({ web }) => `dnsbl?ip=${web.v4}`,
  ssl: ({ web }) => `ssl?host=${web.name}`,
  mail: ({ name }) => `mail?domain=${name}`,
  propagation: ({ name }) => `propagation?domain=${name}`,
  scout: ({ name }) => `scout?domain=${name}`,
};

/** Returns the calls of each tool about 64 registrable domains. */
export function aboutDomains(tools: readonly Tool[]): readonly Calls[] {
  return tools.map((tool) => ({ kind: tool, tool, paths: OWN_DOMAINS.map(OF_DOMAIN[tool]) }));
}

const BELOW: readonly (readonly [kind: string, Tool, (name: string) => string])[] = [
  ["dns, a type", "dns", (name) => `dns?domain=${name}&type=A`],
  ["dns", "dns", (name) => `dns?domain=${name}`],
  ["dnsbl", "dnsbl", (name) => `dnsbl?domain=${name}`],
  ["ssl", "ssl", (name) => `ssl?host=${name}`],
  ["mail", "mail", (name) => `mail?domain=${name}`],
];

/** Returns the calls about 64 names below one domain, for the tools that users call for many names of a domain. */
export function aboutNamesBelow(tools: readonly Tool[]): readonly Calls[] {
  return BELOW.filter(([, tool]) => tools.includes(tool)).map(([kind, tool, path]) => ({
    kind,
    tool,
    paths: NAMES_BELOW_ONE.map(path),
  }));
}

/** Returns the same call 64 times for each tool. */
export function aboutOne(tools: readonly Tool[]): readonly Calls[] {
  return aboutDomains(tools).map(({ kind, tool, paths }) => ({
    kind,
    tool,
    paths: paths.map(() => paths[0] ?? ""),
  }));
}

/** Zones that the resolver's cache must drop before each round, so that every call finds the same cache. */
export const ZONES_ASKED: readonly string[] = OWN_ZONES.map(({ name }) => name);
