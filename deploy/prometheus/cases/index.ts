import { BURN } from "../rules/burn.ts";
import { DEPENDS } from "../rules/depends.ts";
import { LOAD } from "../rules/load.ts";
import { OWN } from "../rules/own.ts";
import { STORES } from "../rules/stores.ts";
import { THERE } from "../rules/there.ts";
import { BURN_CASES } from "./burn.ts";
import type { Cases } from "./case.ts";
import { DEPENDS_CASES } from "./depends.ts";
import { LOAD_CASES } from "./load.ts";
import { OWN_CASES } from "./own.ts";
import { STORES_CASES } from "./stores.ts";
import { THERE_CASES } from "./there.ts";

export const CASES: Readonly<Record<string, Cases>> = {
  burn: { groups: BURN, cases: BURN_CASES, together: true },
  there: { groups: [THERE], cases: THERE_CASES, together: false },
  depends: { groups: [DEPENDS], cases: DEPENDS_CASES, together: true },
  load: { groups: [LOAD], cases: LOAD_CASES, together: false },
  own: { groups: [OWN], cases: OWN_CASES, together: true },
  stores: { groups: [STORES], cases: STORES_CASES, together: true },
};
