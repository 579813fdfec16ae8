import type { DnsRecord } from "../protocol/dns/record.ts";
import { isoTime } from "../protocol/dns/text.ts";
import { answerName } from "../protocol/names.ts";
import type { DomainData } from "./data.ts";
import type { DomainSight } from "./seen.ts";

type Signature = DnsRecord<"RRSIG">;

/**
 * The zone's own signatures in what its servers gave, by server and RRset: a denial has them beside its SOA (RFC 4035
 * 3.1.3). A server that holds the zone of an alias's target, too, gives that one's: they are not this zone's.
 */
export function signaturesOf(seen: DomainSight): readonly (readonly Signature[])[] {
  const apex = seen.zone?.kind === "present" ? seen.zone.value.apex : null;
  return seen.types
    .filter(({ source }) => source === "authoritative")
    .flatMap(({ said }) => said)
    .flatMap(({ outcome: it }) => {
      const records = it.kind === "present" ? [...it.value.answers, ...it.value.authorities] : [];
      const own = records.filter(
        (record): record is Signature => record.type === "RRSIG" && signerOf(record as Signature) === apex,
      );
      return [...Map.groupBy(own, ({ name, data }) => `${name} ${data.covered}`).values()];
    });
}

function signerOf({ data }: Signature): string {
  return answerName(data.signer);
}

/** What is known of a zone's DNSSEC. */
export function dnssecOf(seen: DomainSight): DomainData["dnssec"] {
  if (seen.validation === null) return null;
  const signatures = signaturesOf(seen);
  const answered = seen.types.some(({ said }) => said.some(({ outcome }) => outcome.kind === "present"));
  const ds = seen.types.find(({ type, source }) => type === "DS" && source !== "authoritative");
  const expirations = signatures.flat().map(({ data }) => data.expiration);
  const signed = answered ? signatures.length > 0 : null;
  const hasDs =
    ds?.outcome.kind === "present" ? ds.outcome.value.answers.some(({ type }) => type === "DS") : null;
  return {
    // Of a zone it is the DS that counts; where that is not known, nothing is claimed.
    status: statusOf(seen, seen.validation, ds === undefined ? signed : hasDs),
    signed,
    ds: hasDs,
    signaturesExpire: expirations.length === 0 ? null : isoTime(Math.min(...expirations)),
  };
}

/**
 * @param claimed whether there is something to check: a DS, or signatures. Then a resolver that does not say that it
 * checked may be one that never checks.
 */
function statusOf(
  { evidence, zone }: DomainSight,
  { outcome, unchecked }: NonNullable<DomainSight["validation"]>,
  claimed: boolean | null,
): "secure" | "insecure" | "bogus" | "unknown" {
  if (outcome.kind !== "present") {
    const apex = zone?.kind === "present" ? zone.value.apex : "";
    const other = failedFor(evidence, `${apex}. IN SOA`) === "other";
    // Without a DS there is nothing that could be bogus: its servers may fail at one time and not at another.
    return unchecked?.kind === "present" && claimed !== false && !other ? "bogus" : "unknown";
  }
  if (outcome.value.flags.includes("ad")) return "secure";
  return claimed === false ? "insecure" : "unknown";
}

/** What the resolver gave as the reason of its SERVFAIL for a question (RFC 8914); null where it gave none that says. */
export function failedFor(evidence: DomainSight["evidence"], question: string): "dnssec" | "other" | null {
  const codes = evidence
    .filter((one) => one.question === question && one.server === "resolver" && one.rcode === "SERVFAIL")
    .flatMap(({ errors }) => errors.map(({ code }) => code));
  if (codes.some((code) => DNSSEC_ERRORS.includes(code))) return "dnssec";
  return codes.some((code) => OTHER_ERRORS.includes(code)) ? "other" : null;
}

/**
 * Extended errors that are about DNSSEC, and those that name another cause: not ready, prohibited, not authoritative, no
 * reachable authority, network error, invalid data. Source: IANA Extended DNS Error Codes, as of 2026-11-20.
 */
const DNSSEC_ERRORS = [1, 2, 5, 6, 7, 8, 9, 10, 11, 12, 25, 27];
const OTHER_ERRORS = [14, 18, 20, 22, 23, 24];
