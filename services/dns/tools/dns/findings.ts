import { type About, type Finding, type FindingTable, finding } from "@dnstools/core/tool/finding";
import { DELEGATION_FINDINGS } from "./findings/delegation.ts";
import { NAME_FINDINGS } from "./findings/names.ts";
import { PARENT_FINDINGS } from "./findings/parent.ts";
import { RECORD_FINDINGS } from "./findings/records.ts";
import { SERVER_FINDINGS } from "./findings/servers.ts";
import { SIGNATURE_FINDINGS } from "./findings/signatures.ts";
import { TRUST_FINDINGS } from "./findings/trust-chain.ts";

/** All findings of the dns tool, by code. */
export const FINDINGS = {
  ...NAME_FINDINGS,
  ...RECORD_FINDINGS,
  ...DELEGATION_FINDINGS,
  ...PARENT_FINDINGS,
  ...SERVER_FINDINGS,
  ...SIGNATURE_FINDINGS,
  ...TRUST_FINDINGS,
} as const satisfies FindingTable;

/**
 * Creates a finding of the dns tool.
 * @param about the subject of the finding, with the exchanges that show the finding.
 */
export function findingOf(code: keyof typeof FINDINGS, about: string | About | null = null): Finding {
  return finding(FINDINGS, code, about);
}
