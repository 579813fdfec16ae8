import { NAMES_BELOW_ONE, OWN_DOMAINS, OWN_ZONES } from "@dnstools/lab/plan/own-domains";

/** What is asked: the calls of each row, by tool. */
export const TOOLS = ["dns", "reverse", "whois", "dnsbl", "ssl", "mail", "propagation", "scout"] as const;
export type Tool = (typeof TOOLS)[number];

/** A kind of call, as rows of tables name it, and its 64 questions as they stand behind `/api/v1/`. */
export type Calls = { readonly kind: string; readonly tool: Tool; readonly paths: readonly string[] };

type Own = (typeof OWN_DOMAINS)[number];

/** One call about each domain; `reverse` about an address of each, spread over all RIRs. */
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

/** Every tool about 64 registrable domains. */
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

/** The tools that people ask about many names of one domain. */
export function aboutNamesBelow(tools: readonly Tool[]): readonly Calls[] {
  return BELOW.filter(([, tool]) => tools.includes(tool)).map(([kind, tool, path]) => ({
    kind,
    tool,
    paths: NAMES_BELOW_ONE.map(path),
  }));
}

/** The same question 64 times. */
export function aboutOne(tools: readonly Tool[]): readonly Calls[] {
  return aboutDomains(tools).map(({ kind, tool, paths }) => ({
    kind,
    tool,
    paths: paths.map(() => paths[0] ?? ""),
  }));
}

/** The zones that the resolver is to forget before each round, so that no call finds more in its cache than another. */
export const ZONES_ASKED: readonly string[] = OWN_ZONES.map(({ name }) => name);
