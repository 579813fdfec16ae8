import { minuteOf } from "@dnstools/core/protocol/calendar";
import type { Answer } from "@dnstools/core/report/answer";
import { blocks, cell, facts, join, list, notFound, outside, say, tree } from "@dnstools/core/report/blocks";
import type { Branch, Cell, Section, Status } from "@dnstools/core/report/report";
import type { DnsData } from "../data.ts";
import { dsBranches, failureBranch, type Link, TRUST_STATUS, trustText, zoneName } from "./links.ts";
import { rest, serverBranches, worstOf } from "./servers.ts";

/** Short texts for findings about the zone as a whole. */
const ZONE_WORDS: Readonly<Record<string, string>> = {
  "dns.no_server_answers": "no server gives a usable answer",
  "dns.no_server_reached": "no server answered this API",
  "dns.only_resolver_answers": "no server gives a usable answer",
  "dns.not_delegated": "not delegated",
  "dns.no_own_ns": "no NS records of its own",
  "dns.no_own_soa": "no SOA record",
  "dns.servers_ipv6_only": "no server with an IPv4 address",
};
/** Codes of the findings about the signature that expires first. */
const ENDS = ["dns.signature_expired", "dns.signature_ends_soon"];
/** Maximum number of failures in the report. */
const FAILURES_MAX = 4;

/**
 * Builds the report section about the path from the root to the zone's servers: DNSSEC at each zone, then the
 * servers.
 */
export function chainSection(answer: Answer<DnsData>): Section {
  const { dnssec, zone } = answer.data;
  const own = zoneBranch(answer);
  const above = (dnssec?.chain ?? []).filter((link) => link.zone !== zone);
  return {
    heading: "Where does the chain of trust break?",
    status: worst([TRUST_STATUS[dnssec?.status ?? "unknown"] ?? "unknown", own.status, ...statusesOf(own)]),
    blocks: blocks([
      zone === null ? null : tree(ladder(above, own)),
      facts([
        ["Zone", zone === null ? notFound(null) : null],
        ["Delegation", delegationOf(answer.data)],
        ...dnssecFacts(answer),
      ]),
    ]),
  };
}

/** Builds the branch of the zone itself: its problems, its DNSSEC state and its servers. */
function zoneBranch(answer: Answer<DnsData>): Branch {
  const { dnssec, zone } = answer.data;
  const link = dnssec?.chain.find((one) => one.zone === zone);
  const about = answer.findings.filter(({ code }) => code in ZONE_WORDS);
  const words = about.map(({ code }) => ZONE_WORDS[code] ?? "");
  const trust = link === undefined ? [] : [trustText(link)];
  const failures = dnssec?.failures ?? [];
  return {
    text: join([zoneName(zone ?? ""), join([...words, ...trust], "; ")], ": "),
    status: worst([link === undefined ? "none" : trustOf(link), worstOf(about)]),
    children: [
      ...(link === undefined ? [] : dsBranches(link)),
      ...failures.slice(0, FAILURES_MAX).map((one) => failureBranch(one, zone)),
      ...rest("more kinds of answers that do not verify", "none", failures.length - FAILURES_MAX),
      ...serverBranches(answer),
    ],
  };
}

/** Nests each zone of the chain under the zone above it. */
function ladder([link, ...lower]: readonly Link[], own: Branch): readonly Branch[] {
  if (link === undefined) return [own];
  const children = [...dsBranches(link), ...ladder(lower, own)];
  return [{ text: say`${zoneName(link.zone)}: ${trustText(link)}`, status: trustOf(link), children }];
}

function trustOf({ status }: Link): Status {
  return TRUST_STATUS[status] ?? "unknown";
}

function statusesOf({ children }: Branch): readonly Status[] {
  return children.map(({ status }) => status);
}

/** Returns the worst status; if no status is fail, warning or unknown, returns the first one. */
function worst(all: readonly Status[]): Status {
  return (["fail", "warning", "unknown"] as const).find((one) => all.includes(one)) ?? all[0] ?? "none";
}

function delegationOf({ delegation, zone }: DnsData): Cell | null {
  if (delegation === null) return zone === null || zone === "" ? null : notFound(null);
  const { parent, server, ttl } = delegation;
  if (server === null || ttl === null) return say`from ${zoneName(parent)}, as given in the call`;
  return say`from ${zoneName(parent)}, TTL ${ttl} (by ${server.name}, ${server.address})`;
}

function dnssecFacts({
  data,
  query,
  findings,
}: Answer<DnsData>): readonly (readonly [string, Cell | null])[] {
  if (data.dnssec === null) return [["DNSSEC", notFound(null)]];
  const { status, signed, ds, signaturesExpire, resolver } = data.dnssec;
  // The resolver's result is not about a planned delegation, because the resolver knows only what is published.
  const planned = query["ns"] !== null || query["ds"] !== null;
  const ends = findings.filter(({ code }) => ENDS.includes(code));
  const signedCell = signed === null ? notFound(null) : signed ? "yes" : "no";
  return [
    ["Signed", status === "secure" ? null : signedCell],
    ["DS", ds === null && status === "unknown" ? notFound(null) : null],
    [
      "First signature expires",
      signaturesExpire === null ? null : cell(worstOf(ends), outside(minuteOf(signaturesExpire))),
    ],
    ["Resolver's DNSSEC check", planned ? null : ofResolver(resolver)],
  ];
}

function ofResolver({ status, errors }: NonNullable<DnsData["dnssec"]>["resolver"]): Cell {
  if (status === "unknown" && errors.length === 0) return notFound(null);
  const texts = errors.map(({ code, name, text }) => `${code} ${name}${text === "" ? "" : `: ${text}`}`);
  return cell(
    TRUST_STATUS[status] ?? "unknown",
    texts.length === 0 ? outside(status) : say`${status} (${list(texts, 3)})`,
  );
}
