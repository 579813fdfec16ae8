import type { Situation } from "./situation-shapes.ts";
import { CHAIN_SITUATIONS } from "./situations-chain.ts";
import { DENIAL_SITUATIONS } from "./situations-denial.ts";
import { DS_SITUATIONS } from "./situations-ds.ts";
import { KEY_SITUATIONS } from "./situations-keys.ts";
import { SERVER_SITUATIONS } from "./situations-servers.ts";
import { SIGNATURES } from "./situations-signatures.ts";

/**
 * The table of situations of DNSSEC and delegation: a zone each, what is done to it, and what must come of questions about it. They are
 * no zones of the plan (`ZONES`), so tests that ask about all of those do not ask about these.
 */
export const SITUATIONS: readonly Situation[] = [
  ...SIGNATURES,
  ...KEY_SITUATIONS,
  ...DS_SITUATIONS,
  ...CHAIN_SITUATIONS,
  ...DENIAL_SITUATIONS,
  ...SERVER_SITUATIONS,
];
