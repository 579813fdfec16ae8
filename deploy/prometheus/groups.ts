import type { Group } from "./rule.ts";
import { BURN } from "./rules/burn.ts";
import { DEPENDS } from "./rules/depends.ts";
import { LOAD } from "./rules/load.ts";
import { OWN } from "./rules/own.ts";
import { STORES } from "./rules/stores.ts";
import { THERE } from "./rules/there.ts";

/** All rule groups, in the order of the rule files. */
export const GROUPS: readonly Group[] = [...BURN, THERE, DEPENDS, LOAD, OWN, STORES];
