import type { FindingTable } from "@dnstools/core/tool/finding";
import { CERTIFICATE_FINDINGS } from "./findings/certificate.ts";
import { CHAIN_FINDINGS } from "./findings/chain.ts";
import { PROTOCOL_FINDINGS } from "./findings/protocol.ts";
import { REACHABILITY_FINDINGS } from "./findings/reachability.ts";
import { SERVER_FINDINGS } from "./findings/servers.ts";

/** All findings of the ssl tool, by code. */
export const FINDINGS = {
  ...CERTIFICATE_FINDINGS,
  ...CHAIN_FINDINGS,
  ...PROTOCOL_FINDINGS,
  ...REACHABILITY_FINDINGS,
  ...SERVER_FINDINGS,
} as const satisfies FindingTable;
