import { printable } from "../../harmless.ts";
import type { DmarcRecord } from "../../protocol/dmarc/record.ts";
import type { DmarcData } from "./data.ts";
import type { DmarcLookup } from "./lookup-dmarc.ts";

/** Maximum number of characters shown of the record that applies. */
export const RECORD_MAX = 4096;
/** Maximum number of characters shown of each other record of the tree walk. */
const WALKED_MAX = 1000;

type RecordData = Pick<
  DmarcData,
  "foundAt" | "policies" | "effective" | "testMode" | "alignment" | "psd" | "failureOptions"
>;

/** Returns the fields of the answer about the record that applies and its policies. */
export function presentRecord(policy: DmarcLookup["policy"], effective: DmarcData["effective"]): RecordData {
  if (policy === null)
    return {
      ...{ foundAt: null, policies: null, effective, testMode: null },
      ...{ alignment: null, psd: null, failureOptions: null },
    };
  const { p, sp, np, test, adkim, aspf, psd, fo } = policy.record;
  return {
    foundAt: policy.name,
    policies: { p, sp, np },
    effective,
    testMode: test,
    alignment: { dkim: wordOf(adkim), spf: wordOf(aspf) },
    psd,
    failureOptions: [...fo],
  };
}

function wordOf(mode: "r" | "s"): "relaxed" | "strict" {
  return mode === "r" ? "relaxed" : "strict";
}

/** Returns the tags of the record that applies, as written. */
export function presentTags(policy: DmarcLookup["policy"]): DmarcData["tags"] {
  const tags = policy?.record.tags ?? [];
  return tags.map(({ name, value }) => ({ name: printable(name, 100), value: printable(value, 1000) }));
}

/** Returns the steps of the tree walk for the answer. */
export function presentWalk({ steps }: DmarcLookup["walk"]): DmarcData["walk"] {
  return steps.map(({ name, status, reason, texts }) => ({
    name,
    status,
    reason,
    records: texts.slice(0, 5).map((text) => printable(text, WALKED_MAX)),
  }));
}

/** Returns the report addresses that are not valid URIs, for the answer. */
export function invalidUris(record: DmarcRecord | null): DmarcData["reports"] {
  return (["rua", "ruf"] as const).flatMap((tag) =>
    (record?.[tag] ?? [])
      .filter(({ problem }) => problem !== null)
      .slice(0, 10)
      .map(({ uri }) => ({
        ...{ tag, uri: printable(uri, 300), host: null, status: "invalid" as const, reason: null },
        ...{ authorisation: null, records: [], sentTo: null, takesMail: null },
      })),
  );
}

/**
 * Returns the valid report addresses that were not looked up: schemes other than mailto, and addresses of further
 * hosts.
 */
export function leftUris({ policy, destinations }: DmarcLookup): DmarcData["reports"] {
  if (policy === null) return [];
  const asked = new Set(destinations.map(({ host }) => host));
  return (["rua", "ruf"] as const).flatMap((tag) =>
    (policy.record[tag] ?? [])
      .filter(
        ({ problem, host, scheme }) =>
          problem === null && host !== null && (scheme !== "mailto" || !asked.has(host)),
      )
      .slice(0, 20)
      .map(({ uri, host }) => ({
        ...{ tag, uri: printable(uri, 300), host, status: "not_asked" as const, reason: null },
        ...{ authorisation: null, records: [], sentTo: null, takesMail: null },
      })),
  );
}
