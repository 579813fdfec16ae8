import type { Finding } from "@dnstools/core/tool/finding";
import { exchangesOf, idsWhere } from "../../exchanges.ts";
import type { ScoutData } from "../data.ts";
import type { ScoutObservation } from "../observations.ts";
import type { JudgedParts } from "./email-parts.ts";
import { delegationFindings } from "./findings-delegations.ts";
import { emailFindings } from "./findings-email.ts";
import { incompleteFindings } from "./findings-incomplete.ts";
import { addressFindings, nameFindings, serviceFindings } from "./findings-names.ts";
import { lostFindings, recordFindings, transferFindings } from "./findings-servers.ts";
import type { Look } from "./look.ts";

/** Maximum number of findings with the same code. The data always contains all cases. */
const PER_CODE_MAX = 10;

/** Returns all findings of a call. */
export function findingsOf(
  data: ScoutData,
  observed: ScoutObservation,
  parts: JudgedParts | null = null,
): Finding[] {
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
    ...emailFindings(look, parts),
    ...incompleteFindings(look),
  ];
  const counts = new Map<string, number>();
  return all.filter(({ code }) => {
    counts.set(code, (counts.get(code) ?? 0) + 1);
    return (counts.get(code) ?? 0) <= PER_CODE_MAX;
  });
}
