import type { Answer } from "@dnstools/core/report/answer";
import { blocks, cell, facts, list, notFound, outside, say, tree } from "@dnstools/core/report/blocks";
import type { Branch, Cell, Section, Status, Text } from "@dnstools/core/report/report";
import type { DnsData } from "../data.ts";
import { FAILURE_WORDS, TRUST_WORDS } from "../words.ts";
import { serverBranches } from "./servers.ts";

type Dnssec = NonNullable<DnsData["dnssec"]>;
type Link = Dnssec["chain"][number];
type Failure = Dnssec["failures"][number];

const TRUST_STATUS: Readonly<Record<string, Status>> = {
  secure: "pass",
  insecure: "none",
  bogus: "fail",
  unknown: "unknown",
};

/** Failures that do not make an answer bogus. */
const MILD: Readonly<Record<string, Status>> = {
  opt_out: "none",
  iterations: "none",
  unsupported: "unknown",
  not_checked: "unknown",
};
/** Failures that are shown. */
const FAILURES_MAX = 6;

/** The way from the root down to the zone's servers: DNSSEC at each step, and the servers that the last step leads to. */
export function chainSection(answer: Answer<DnsData>): Section {
  const { dnssec, zone, delegation } = answer.data;
  const below = [
    ...(dnssec?.failures ?? []).slice(0, FAILURES_MAX).map(failureBranch),
    ...serverBranches(answer),
  ];
  const links = dnssec?.chain ?? [];
  const ladder =
    links.length > 0
      ? nested(links, below)
      : [
          {
            text: zone === null ? "the zone" : outside(zone || "the root"),
            status: "unknown" as const,
            children: below,
          },
        ];
  return {
    heading: "Who breaks the chain?",
    status: statusOf(dnssec, below),
    blocks: blocks([
      zone === null ? facts([["Zone", notFound(null)]]) : tree(ladder),
      facts([
        ["Delegation", zone === null || delegation !== null ? delegationOf(answer.data) : notFound(null)],
        ...(dnssec === null ? [["DNSSEC", notFound(null)] as const] : dnssecFacts(dnssec, answer)),
      ]),
    ]),
  };
}

/** Worst of what is marked in the picture. */
function statusOf(dnssec: Dnssec | null, below: readonly Branch[]): Status {
  const all = [TRUST_STATUS[dnssec?.status ?? "unknown"] ?? "unknown", ...below.map(({ status }) => status)];
  return (["fail", "warning", "unknown"] as const).find((one) => all.includes(one)) ?? all[0] ?? "none";
}

/** Each zone hangs on the one above it. */
function nested([link, ...lower]: readonly Link[], below: readonly Branch[]): readonly Branch[] {
  if (link === undefined) return below;
  return [
    {
      text: linkText(link),
      status: TRUST_STATUS[link.status] ?? "unknown",
      children: [...dsBranches(link), ...nested(lower, below)],
    },
  ];
}

function linkText({ zone, status, reason, key }: Link): Text {
  const name = zone === "" ? "the root" : outside(zone);
  if (reason !== null)
    return say`${name}: ${status}, ${TRUST_WORDS[reason] ? [TRUST_WORDS[reason]] : reason}`;
  return key === null ? say`${name}: ${status}` : say`${name}: ${status} by ${keyText(key)}`;
}

function keyText({ keyTag, algorithm, bits }: NonNullable<Link["key"]>): Text {
  return bits === null
    ? say`key ${keyTag} (algorithm ${algorithm})`
    : say`key ${keyTag} (algorithm ${algorithm}, ${bits} bits)`;
}

/** The DS of a zone that lead to no key. */
function dsBranches({ ds, status }: Link): readonly Branch[] {
  return ds
    .filter(({ state }) => state !== "secure")
    .map(({ keyTag, algorithm, digestType, state }) => ({
      text: say`DS of key ${keyTag} (algorithm ${algorithm}, digest ${digestType}): ${spaced(state)}`,
      status: status === "bogus" ? "fail" : "none",
      children: [],
    }));
}

function failureBranch({
  name,
  types,
  state,
  gap,
  servers,
  everywhere,
  keyTag,
  inception,
  expiration,
}: Failure): Branch {
  const words = FAILURE_WORDS[state] ?? "is not secure";
  const lacks = gap === null ? "" : say` (${spaced(gap)})`;
  const key = keyTag === null ? "" : say` (key ${keyTag}, ${day(inception)} to ${day(expiration)})`;
  const at = everywhere ? "" : say` at ${list([...new Set(servers.map((server) => server.name))], 3)}`;
  return {
    text: say`${name} ${list(types, 8)} ${[words]}${lacks}${key}${at}`,
    status: MILD[state] ?? "fail",
    children: [],
  };
}

function delegationOf({ delegation }: DnsData): Cell | null {
  if (delegation === null) return null;
  const { parent, server, ttl } = delegation;
  const by = parent === "" ? "the root" : outside(parent);
  if (server === null || ttl === null) return say`by ${by}, as given in the call`;
  return say`by ${by}: ${server.name} (${server.address}) says so, TTL ${ttl}`;
}

function dnssecFacts(
  { status, signed, ds, signaturesExpire, resolver }: Dnssec,
  { query }: Answer<DnsData>,
): readonly (readonly [string, Cell | null])[] {
  const planned = query["ns"] !== null || query["ds"] !== null;
  const errors = resolver.errors.map(
    ({ code, name, text }) => `${code} ${name}${text === "" ? "" : `: ${text}`}`,
  );
  return [
    ["Signatures", status === "secure" ? null : signed === null ? notFound(null) : signed ? "yes" : "none"],
    ["DS", ds === null && status === "unknown" ? notFound(null) : null],
    ["First signature ends", signaturesExpire === null ? null : day(signaturesExpire)],
    [
      "This API's resolver",
      planned
        ? null
        : cell(
            TRUST_STATUS[resolver.status] ?? "unknown",
            errors.length === 0 ? outside(resolver.status) : say`${resolver.status} (${list(errors, 3)})`,
          ),
    ],
  ];
}

/** A moment to the minute, UTC. */
function day(at: string | null): Text {
  return at === null ? "?" : outside(`${at.slice(0, 16).replace("T", " ")} UTC`);
}

/** A word of the JSON as it is read: `key_does_not_sign`. */
function spaced(word: string): string {
  return word.replaceAll("_", " ");
}
