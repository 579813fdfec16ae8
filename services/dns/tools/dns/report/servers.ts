import type { Answer } from "@dnstools/core/report/answer";
import { join, list, outside, say } from "@dnstools/core/report/blocks";
import { SEVERITY_STATUS } from "@dnstools/core/report/make-report";
import type { Branch, Status, Text } from "@dnstools/core/report/report";
import type { Finding } from "@dnstools/core/tool/finding";
import type { DnsData } from "../data.ts";

/** What a finding about a name server says of it, in a word or two. */
const WORDS: Readonly<Record<string, string>> = {
  "dns.server_silent": "silent",
  "dns.server_unreachable": "unreachable",
  "dns.server_resets": "closes connections",
  "dns.server_lame": "lame",
  "dns.server_malformed": "malformed answers",
  "dns.server_private": "not public",
  "dns.server_no_tcp": "no TCP",
  "dns.server_no_edns": "no EDNS",
  "dns.server_partial": "not for every type",
  "dns.dnssec_server_fails": "data that does not verify",
  "dns.ns_without_address": "no address",
  "dns.ns_unresolved": "address not to be found",
  "dns.ns_is_alias": "alias",
  "dns.ns_bogus": "address that does not validate",
  "dns.ns_one_address": "address of another server",
  "dns.missing_glue": "no glue",
  "dns.glue_mismatch": "other glue than its address",
  "dns.delegation_mismatch": "",
};
/** Servers that are shown. */
const SERVERS_MAX = 13;
const RANK: readonly Status[] = ["fail", "warning", "unknown", "none", "pass"];

type Server = {
  readonly name: string;
  readonly addresses: readonly string[];
  readonly alias: string | null;
  readonly reason: string | null;
};

/** The servers that the parent or the zone names, the worst first. */
export function serverBranches(answer: Answer<DnsData>): readonly Branch[] {
  const all = serversOf(answer.data)
    .map((server) => serverBranch(server, answer))
    .toSorted((a, b) => RANK.indexOf(a.status) - RANK.indexOf(b.status));
  if (all.length <= SERVERS_MAX) return all;
  const more = all.length - SERVERS_MAX;
  return [...all.slice(0, SERVERS_MAX), { text: `${more} more servers`, status: "none", children: [] }];
}

function serversOf({ nameServers, delegation, zone, records }: DnsData): readonly Server[] {
  const servers = new Map<string, Server>((nameServers ?? []).map((one) => [one.name.toLowerCase(), one]));
  const named = [
    ...(delegation?.nameServers ?? []).map(({ name, glue }) => ({ name, addresses: glue })),
    ...targets(records.NS, zone).map((name) => ({ name, addresses: [] })),
  ];
  for (const { name, addresses } of named)
    if (!servers.has(name.toLowerCase()))
      servers.set(name.toLowerCase(), { name, addresses, alias: null, reason: null });
  return [...servers.values()];
}

/** The servers that the zone itself names. */
function targets(records: DnsData["records"]["NS"], zone: string | null): readonly string[] {
  return (records ?? []).flatMap(({ name, data }) =>
    name === zone && typeof data["target"] === "string" ? [data["target"]] : [],
  );
}

function serverBranch({ name, addresses, alias, reason }: Server, answer: Answer<DnsData>): Branch {
  const own = answer.findings.filter(({ code, subjects }) => code in WORDS && subjects.includes(name));
  const asked = stateOf(name, answer.evidence);
  const words = [
    ...own.map((one) => wordOf(one, addresses, isDelegated(name, answer.data))),
    ...(addresses.length === 0 && reason !== null ? [say`address not found out: ${reason}`] : []),
    ...(alias === null ? [] : [say`stands for ${alias}`]),
    ...(own.length > 0 && asked.failed.length === 0 ? [] : [asked.text]),
  ];
  const shown = addresses.length === 0 ? outside(name) : say`${name} (${list(addresses, 4)})`;
  return {
    text: join(
      [
        shown,
        join(
          words.filter((word) => word !== ""),
          ", ",
        ),
      ],
      ": ",
    ),
    status: own.length > 0 ? worst(own) : asked.status,
    children: [],
  };
}

function isDelegated(name: string, { delegation }: DnsData): boolean {
  return delegation?.nameServers.some((one) => one.name === name) ?? false;
}

/** The finding in short, with the addresses that it is about where the server has others. */
function wordOf({ code, subjects }: Finding, addresses: readonly string[], delegated: boolean): Text {
  if (code === "dns.delegation_mismatch")
    return delegated ? "named by the parent alone" : "named by the zone alone";
  const about = addresses.filter((address) => subjects.includes(address));
  const word = WORDS[code] ?? "";
  return about.length === 0 || about.length === addresses.length ? word : join([list(about), word], " ");
}

type State = { readonly failed: readonly string[]; readonly status: Status; readonly text: Text };

/** How a server answered, by the exchanges with it. */
function stateOf(name: string, evidence: Answer["evidence"]): State {
  const own = (evidence ?? []).filter(({ server }) => server === name);
  const failed = [...new Set(own.flatMap(({ reason }) => reason ?? []))];
  if (evidence === null) return { failed, status: "none", text: "" };
  if (own.length === 0) return { failed, status: "none", text: "not asked" };
  if (failed.length === 0) return { failed, status: "pass", text: "answers" };
  return {
    failed,
    status: "none",
    text: list(
      failed.map((reason) => reason.replaceAll("_", " ")),
      3,
    ),
  };
}

function worst(findings: readonly Finding[]): Status {
  const all = findings.map(({ severity }) => SEVERITY_STATUS[severity]);
  return RANK.find((status) => all.includes(status)) ?? "none";
}
