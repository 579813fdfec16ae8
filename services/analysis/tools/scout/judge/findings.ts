import type { Finding } from "@dnstools/core/tool/finding";
import { exchangesOf, idsWhere } from "../../exchanges.ts";
import type { ScoutData } from "../data.ts";
import { findingOf } from "../findings.ts";
import type { ScoutObservation } from "../observations.ts";
import { delegationFindings } from "./findings-delegations.ts";
import { incompleteFindings } from "./findings-incomplete.ts";
import { addressFindings, nameFindings, serviceFindings } from "./findings-names.ts";
import { lostFindings, recordFindings, transferFindings } from "./findings-servers.ts";
import type { Look } from "./look.ts";

/** Maximum number of findings with the same code. The data always contains all cases. */
const PER_CODE_MAX = 10;

/** Returns all findings of a call. */
export function findingsOf(data: ScoutData, observed: ScoutObservation): Finding[] {
  const exchanges = exchangesOf(observed.evidence);
  const look: Look = { data, observed, ids: (fits, most) => idsWhere(exchanges, fits, most) };
  const all = [
    ...lostFindings(look),
    ...transferFindings(look),
    ...delegationFindings(look),
    ...nameFindings(look),
    ...serviceFindings(look),
    ...addressFindings(look),
    ...recordFindings(look),
    ...emailFindings(look),
    ...incompleteFindings(look),
  ];
  const counts = new Map<string, number>();
  return all.filter(({ code }) => {
    counts.set(code, (counts.get(code) ?? 0) + 1);
    return (counts.get(code) ?? 0) <= PER_CODE_MAX;
  });
}

function emailFindings({ data: { email, domain }, ids }: Look): Finding[] {
  if (email === null) return [];
  // The section on mail queries our resolver; the queries to the zone's servers come from the other sections.
  const at = (fits: (name: string) => boolean) =>
    ids(({ server, name, type }) => server === "resolver" && type === "TXT" && fits(name));
  const spf = { subjects: [domain], evidence: at((name) => name === domain) };
  const dmarc = { subjects: [domain], evidence: at((name) => name.startsWith("_dmarc.")) };
  return [
    ...(email.spf.status === "absent" ? [findingOf("scout.no_spf", spf)] : []),
    ...(email.spf.status === "invalid" ? [findingOf("scout.spf_invalid", spf)] : []),
    ...(email.dmarc.status === "absent" ? [findingOf("scout.no_dmarc", dmarc)] : []),
  ];
}
