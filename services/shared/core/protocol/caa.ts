import { nearest } from "../nearest.ts";
import type { DnsRecord } from "./dns/record.ts";

/**
 * Tags of CAA properties. Source: IANA's registry of Certification Authority Restriction Properties without its
 * reserved tags, as of 2026-11-20.
 */
const TAGS = ["issue", "issuewild", "iodef", "contactemail", "contactphone", "issuevmc", "issuemail"];
/** Tags whose value names an authority (RFC 8659 4.2 and 4.3, RFC 9495 4). */
const ISSUER_TAGS = ["issue", "issuewild", "issuevmc", "issuemail"];

/** Flag of a property that an authority must understand to issue any certificate; all other bits are reserved. */
const CRITICAL = 128;

/**
 * Faults of a CAA record. critical_unknown: the tag is critical and unknown, so no authority may issue (RFC 8659 4.5).
 * tag_misspelt: authorities ignore the tag, which differs little from a known one. issuer_invalid: the value breaks the
 * grammar, so it names no authority (4.2). iodef_invalid: the value is no URL for reports (4.4). flags_reserved: a
 * reserved bit is set (4.1).
 */
export const CAA_FAULTS = [
  "critical_unknown",
  "tag_misspelt",
  "issuer_invalid",
  "iodef_invalid",
  "flags_reserved",
] as const;
/** A fault of a CAA record. */
export type CaaFault = (typeof CAA_FAULTS)[number];

/** What the CAA records of a name say (RFC 8659). */
export type CaaPolicy = {
  /** True if a critical property that authorities do not know forbids all certificates. */
  readonly forbidsAll: boolean;
  /** Names of the authorities that may issue certificates for names without a wildcard; null if any may. */
  readonly issuers: readonly string[] | null;
  /** Names of the authorities that may issue certificates for wildcard names; null if any may. */
  readonly wildIssuers: readonly string[] | null;
  /** The faults, each with the tag of its record, and the tag that is probably meant. */
  readonly faults: readonly {
    readonly fault: CaaFault;
    readonly tag: string;
    readonly meant: string | null;
  }[];
};

/** Reads the CAA records of one name. */
export function readCaa(records: readonly DnsRecord<"CAA">[]): CaaPolicy {
  const all = records.map(({ data }) => ({ ...data, tag: data.tag.toLowerCase() }));
  const faults = all.flatMap(faultsOf);
  // A value that breaks the grammar, or is empty, names no authority, but the property restricts the others (4.2).
  const named = (tag: string) => {
    const own = all.filter((one) => one.tag === tag);
    return own.length === 0 ? null : own.flatMap(({ value }) => issuerIn(value) || []);
  };
  const issuers = named("issue");
  return {
    forbidsAll: faults.some(({ fault }) => fault === "critical_unknown"),
    issuers,
    wildIssuers: named("issuewild") ?? issuers,
    faults,
  };
}

function faultsOf({ flags, tag, value }: DnsRecord<"CAA">["data"]): CaaPolicy["faults"] {
  const isKnown = TAGS.includes(tag);
  const meant = isKnown ? null : (nearest(tag, TAGS) ?? TAGS.find((one) => hasSameLetters(one, tag)) ?? null);
  const faults: readonly (readonly [CaaFault, boolean])[] = [
    ["critical_unknown", !isKnown && flags >= CRITICAL],
    ["tag_misspelt", meant !== null && flags < CRITICAL],
    ["issuer_invalid", ISSUER_TAGS.includes(tag) && issuerIn(value) === null],
    ["iodef_invalid", tag === "iodef" && !REPORT_URL.test(value)],
    ["flags_reserved", flags % CRITICAL !== 0],
  ];
  return faults.flatMap(([fault, is]) => (is ? [{ fault, tag, meant }] : []));
}

/** Returns true if two words differ only in the order of their letters. */
function hasSameLetters(a: string, b: string): boolean {
  return [...a].sort().join("") === [...b].sort().join("");
}

const ADDRESS = "[^@\\s,?]+@[^@\\s,?]+";
/** A URL for reports: addresses and header fields (RFC 6068 2), or a web address. */
const REPORT_URL = new RegExp(`^(mailto:${ADDRESS}(,${ADDRESS})*(\\?\\S*)?|https?://[^/\\s]+\\S*)$`, "i");

const LABEL = "[a-z0-9](?:-*[a-z0-9])*";
const PARAMETER = `${LABEL}[ \\t]*=[ \\t]*[\\x21-\\x3a\\x3c-\\x7e]*`;
/** The grammar of the value that names an authority, with its parameters (RFC 8659 4.2). */
const ISSUER = new RegExp(
  `^[ \\t]*(${LABEL}(?:\\.${LABEL})*)?[ \\t]*(?:;[ \\t]*(?:${PARAMETER}[ \\t]*(?:;[ \\t]*${PARAMETER}[ \\t]*)*)?)?$`,
  "i",
);
/** Maximum length of a value that is read, because the grammar is matched by a regular expression. */
const VALUE_MAX = 1024;

/** Returns the name of the authority in a value; empty if it names none, null if it breaks the grammar. */
function issuerIn(value: string): string | null {
  const match = value.length > VALUE_MAX ? null : ISSUER.exec(value);
  return match === null ? null : (match[1] ?? "").toLowerCase();
}
