import type { DnssecJudged } from "@dnstools/core/domain/dnssec";
import type { WishReply } from "@dnstools/core/domain/observations";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { answerName, parentOf } from "@dnstools/core/protocol/names";
import type { Finding } from "@dnstools/core/tool/finding";
import { findingOf } from "../findings.ts";
import type { DnsObservation } from "../observations.ts";
import { shownBy } from "./shown-by.ts";

/**
 * Returns findings about signing practice that works but should change: short keys, NSEC3 parameters, and the DS that
 * the zone requests from its parent.
 */
export function signingFindings(observed: DnsObservation, judged: DnssecJudged | null): Finding[] {
  const apex = observed.zone?.kind === "present" ? observed.zone.value.apex : null;
  if (apex === null) return [];
  return [
    ...smallKeys(observed, judged, apex),
    ...nsec3Findings(observed, apex),
    ...wishFindings(observed, apex),
  ];
}

/** RSA algorithm numbers; RSA_BITS is the minimum length of an RSA key in bits (NIST SP 800-57). */
const RSA = [1, 5, 7, 8, 10];
const RSA_BITS = 2048;
/** Maximum number of keys in one finding. */
const LISTED_MAX = 8;

function smallKeys(observed: DnsObservation, judged: DnssecJudged | null, apex: string): Finding[] {
  const link = judged?.chain.at(-1);
  if (link === undefined || link.zone !== apex) return [];
  const small = link.keys.filter(
    ({ algorithm, bits }) => RSA.includes(algorithm) && bits !== null && bits < RSA_BITS,
  );
  const shown = small.slice(0, LISTED_MAX).map(({ keyTag, bits }) => `key ${keyTag}: ${bits} bits`);
  if (shown.length === 0) return [];
  return [
    findingOf("dns.key_small", {
      subject: `${apex} (${shown.join(", ")})`,
      subjects: [apex, ...shown],
      evidence: shownBy(observed, { names: [apex], types: ["DNSKEY"] }),
    }),
  ];
}

/** Largest number of NSEC3 iterations that all resolvers accept (protocol/dnssec/denial/nsec3.ts). */
const ITERATIONS_MAX = 50;

/** Returns a finding for NSEC3 records with extra iterations or a salt (RFC 9276 3.1). */
function nsec3Findings(observed: DnsObservation, apex: string): Finding[] {
  const proofs = observed.types
    .filter(({ source }) => source === "authoritative")
    .flatMap(({ type, replies }) => replies.map((one) => ({ type, ...one })))
    .flatMap(({ type, server, outcome }) => {
      const records = outcome.kind === "present" ? outcome.value.authorities : [];
      return records
        .filter((record): record is DnsRecord<"NSEC3"> => record.type === "NSEC3")
        .map((record) => ({ type, server, record }));
    })
    .filter(({ record }) => parentOf(answerName(record.name)) === apex);
  const odd = proofs.find(({ record: { data } }) => data.iterations > 0 || data.salt !== "");
  if (odd === undefined) return [];
  const { iterations, salt } = odd.record.data;
  const parameters = [`iterations ${iterations}`, salt === "" ? "no salt" : `salt ${salt}`];
  return [
    findingOf(iterations > ITERATIONS_MAX ? "dns.nsec3_iterations" : "dns.nsec3_parameters", {
      subject: `${apex} (${parameters.join(", ")})`,
      subjects: [apex, ...parameters],
      evidence: shownBy(observed, { types: [odd.type], at: [odd.server.address] }),
    }),
  ];
}

/** The DS that one server's CDS or CDNSKEY records request: the keys as text, or NO_DS. */
type Wish = { readonly type: WishReply["type"]; readonly keys: string };
const NO_DS = "no DS";

/** Compares the DS that the zone requests from its parent with the DS that the parent has. */
function wishFindings(observed: DnsObservation, apex: string): Finding[] {
  const wishes = observed.wishes.flatMap((wish) => wishOf(wish, apex));
  const [wish] = wishes;
  const has = dsOf(observed, apex);
  if (wish === undefined) return [];
  const evidence = shownBy(observed, { names: [apex], types: ["CDS", "CDNSKEY", "DS"] });
  const different = new Set(wishes.map(({ keys }) => keys));
  if (different.size > 1) {
    const shown = [...new Set(wishes.map(({ type, keys }) => `${type}: ${keys}`))];
    const subject = `${apex} (${shown.join("; ")})`;
    return [findingOf("dns.cds_inconsistent", { subject, subjects: [apex, ...shown], evidence })];
  }
  if (has === null || has === wish.keys) return [];
  if (wish.keys === NO_DS) return [findingOf("dns.cds_delete", { subjects: [apex], evidence })];
  const shown = [`zone: ${wish.keys}`, `parent: ${has}`];
  const subject = `${apex} (${shown.join("; ")})`;
  return [findingOf("dns.cds_differs", { subject, subjects: [apex, ...shown], evidence })];
}

function wishOf({ type, outcome }: WishReply, apex: string): Wish[] {
  if (outcome.kind !== "present") return [];
  const records = outcome.value.answers.filter(
    (record): record is DnsRecord<"CDS"> | DnsRecord<"CDNSKEY"> =>
      record.type === type && answerName(record.name) === apex,
  );
  if (records.length === 0) return [];
  // Algorithm 0 requests that the parent remove all DS records (RFC 8078 4).
  if (records.some(({ data }) => data.algorithm === 0)) return [{ type, keys: NO_DS }];
  return [{ type, keys: keysText(records) }];
}

/** Returns the keys of the DS records at the parent, or NO_DS; null if the DS records could not be determined. */
function dsOf({ chain, types }: DnsObservation, apex: string): string | null {
  const link = chain?.links.at(-1);
  if (link === undefined || link.zone !== apex) return null;
  // For a planned delegation, the observation of type DS has the planned DS records in parsed form.
  const planned = types.find(({ source }) => source === "planned")?.outcome;
  const outcomes = planned === undefined ? link.ds.map(({ outcome }) => outcome) : [planned];
  const replies = outcomes.flatMap((outcome) => (outcome.kind === "present" ? [outcome.value] : []));
  const [first] = replies;
  if (first === undefined) return null;
  const records = first.answers.filter(
    (record): record is DnsRecord<"DS"> => record.type === "DS" && answerName(record.name) === apex,
  );
  return records.length === 0 ? NO_DS : keysText(records);
}

/** Lists the keys that the records name, sorted and without duplicates. */
function keysText(records: readonly (DnsRecord<"DS"> | DnsRecord<"CDS"> | DnsRecord<"CDNSKEY">)[]): string {
  const keys = records.map(({ data }) => `key ${data.keyTag} (algorithm ${data.algorithm})`);
  const all = [...new Set(keys)].sort();
  return `${all.slice(0, LISTED_MAX).join(", ")}${all.length > LISTED_MAX ? ` and ${all.length - LISTED_MAX} more` : ""}`;
}
