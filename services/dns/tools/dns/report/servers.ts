import type { Answer } from "@dnstools/core/report/answer";
import { join, list, outside, say } from "@dnstools/core/report/blocks";
import { SEVERITY_STATUS } from "@dnstools/core/report/make-report";
import type { Branch, Status, Text } from "@dnstools/core/report/report";
import type { Finding } from "@dnstools/core/tool/finding";
import type { DnsData } from "../data.ts";
import { spaced } from "../words.ts";
import { fitting } from "./room.ts";

/** Short texts for findings about a name server. The text for a delegation mismatch is composed where it is used. */
const WORDS: Readonly<Record<string, string>> = {
  "dns.server_silent": "silent",
  "dns.server_unreachable": "unreachable",
  "dns.server_resets": "closes connections",
  "dns.server_lame": "lame",
  "dns.server_malformed": "malformed answers",
  "dns.server_private": "not public",
  "dns.server_no_tcp": "no TCP",
  "dns.server_no_edns": "no EDNS",
  "dns.server_partial": "no answer for some types",
  "dns.dnssec_server_fails": "data does not verify",
  "dns.ns_without_address": "no address",
  "dns.ns_unresolved": "address not found",
  "dns.ns_is_alias": "alias",
  "dns.ns_bogus": "address does not validate",
  "dns.ns_one_address": "same address as another server",
  "dns.missing_glue": "no glue",
  "dns.glue_mismatch": "glue differs from its addresses",
  "dns.delegation_mismatch": "",
};
/** Maximum number of lines for servers with a problem, and maximum number of servers shown without a problem. */
const LINES = 13;
const GOOD = 4;
const RANK: readonly Status[] = ["fail", "warning", "unknown", "none", "pass"];

type Server = {
  readonly name: string;
  readonly addresses: readonly string[];
  readonly alias: string | null;
  readonly reason: string | null;
};

/** Returns a branch for each server that the parent or the zone names, the worst first. */
export function serverBranches(answer: Answer<DnsData>): readonly Branch[] {
  const all = serversOf(answer.data)
    .map((server) => serverBranch(server, answer))
    .toSorted((a, b) => RANK.indexOf(a.status) - RANK.indexOf(b.status));
  const good = all.filter(({ status }) => status === "pass");
  const bad = all.filter(({ status }) => status !== "pass");
  const rows = bad.map(({ text }) => [text]);
  const most = fitting(rows, answer.findings, LINES);
  return [
    ...bad.slice(0, most),
    ...rest("more servers", "none", bad.length - most),
    ...good.slice(0, GOOD),
    ...rest("more servers, which answer", "pass", good.length - GOOD),
  ];
}

/** Returns a branch that counts the entries left out; no branch if none is left out. */
export function rest(words: string, status: Status, count: number): readonly Branch[] {
  return count <= 0 ? [] : [{ text: `${count} ${words}`, status, children: [] }];
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

/** Returns the servers in the zone's own NS records. */
function targets(records: DnsData["records"]["NS"], zone: string | null): readonly string[] {
  return (records ?? []).flatMap(({ name, data }) =>
    name === zone && typeof data["target"] === "string" ? [data["target"]] : [],
  );
}

function serverBranch({ name, addresses, alias, reason }: Server, answer: Answer<DnsData>): Branch {
  const own = answer.findings.filter(({ code, subjects }) => code in WORDS && subjects.includes(name));
  const asked = exchangesWith(name, answer.evidence);
  const words = [
    ...[...Map.groupBy(own, ({ code }) => code)].map(([code, same]) =>
      code === "dns.delegation_mismatch"
        ? `named only by the ${isDelegated(name, answer.data) ? "parent" : "zone"}`
        : wordOf(code, same, addresses),
    ),
    ...(addresses.length === 0 && reason !== null ? [say`address unknown (${spaced(reason)})`] : []),
    ...(alias === null ? [] : [say`points to ${alias}`]),
  ];
  const shown = addresses.length === 0 ? outside(name) : say`${name} (${list(addresses, 3)})`;
  const said = words.length > 0 ? join(words, ", ") : asked.text;
  return {
    text: said === "" ? shown : join([shown, ": ", said, asked.why]),
    status: own.length > 0 ? worstOf(own) : asked.status,
    children: [],
  };
}

function isDelegated(name: string, { delegation }: DnsData): boolean {
  return delegation?.nameServers.some((one) => one.name === name) ?? false;
}

/** Describes findings with the same code, with the affected addresses if the server also has other addresses. */
function wordOf(code: string, findings: readonly Finding[], addresses: readonly string[]): Text {
  const about = addresses.filter((address) => findings.some(({ subjects }) => subjects.includes(address)));
  const word = WORDS[code] ?? "";
  return about.length === 0 || about.length === addresses.length ? word : say`${[word]} at ${list(about)}`;
}

/**
 * Describes how a server answered, based on the exchanges with it.
 * @returns `why`: the reasons for unusable answers, in parentheses.
 */
function exchangesWith(
  name: string,
  evidence: Answer["evidence"],
): { readonly status: Status; readonly text: string; readonly why: Text } {
  const own = (evidence ?? []).filter(({ server }) => server === name);
  const failed = own.filter(({ reason }) => reason !== null);
  const reasons = [...new Set(failed.flatMap(({ reason }) => (reason === null ? [] : [spaced(reason)])))];
  const why = reasons.length === 0 ? "" : say` (${list(reasons, 3)})`;
  if (own.length === 0) return { status: "none", text: evidence === null ? "" : "not asked", why };
  if (failed.length === 0) return { status: "pass", text: "answers", why };
  return failed.length < own.length
    ? { status: "none", text: "answers, but not every time", why }
    : { status: "unknown", text: "no usable answer", why };
}

/** Returns the report status of the worst finding. */
export function worstOf(findings: readonly Finding[]): Status {
  const all = findings.map(({ severity }) => SEVERITY_STATUS[severity]);
  return RANK.find((status) => all.includes(status)) ?? "none";
}
