import type { Situation } from "./situation-shapes.ts";
import { ALIAS_SITUATIONS } from "./situations-alias.ts";
import { CHAIN_SITUATIONS } from "./situations-chain.ts";
import { DENIAL_SITUATIONS } from "./situations-denial.ts";
import { DS_SITUATIONS } from "./situations-ds.ts";
import { KEY_SITUATIONS } from "./situations-keys.ts";
import { PARENT_SITUATIONS } from "./situations-parent.ts";
import { SERVER_SITUATIONS } from "./situations-servers.ts";
import { SIGNATURES } from "./situations-signatures.ts";

/**
 * The table of DNSSEC and delegation situations. Each row has a zone with one change, and questions with their
 * expected results. The zones are not in `ZONES`, so tests that query all zones of the plan skip them.
 */
export const SITUATIONS: readonly Situation[] = [
  ...SIGNATURES,
  ...KEY_SITUATIONS,
  ...DS_SITUATIONS,
  ...CHAIN_SITUATIONS,
  ...DENIAL_SITUATIONS,
  ...SERVER_SITUATIONS,
  ...ALIAS_SITUATIONS,
  ...PARENT_SITUATIONS,
];
