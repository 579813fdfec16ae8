import { lintObjects } from "./lint/objects.ts";
import { lintPods } from "./lint/pods.ts";
import { lintPolicies } from "./lint/policies.ts";
import { lintReferences } from "./lint/references.ts";
import { lintScaling } from "./lint/scaling.ts";
import { lintSettings } from "./lint/settings.ts";
import type { Rule } from "./rule.ts";

const RULES: readonly Rule[] = [
  lintObjects,
  lintPods,
  lintReferences,
  lintScaling,
  lintPolicies,
  lintSettings,
];

/**
 * Returns the problems in objects that an API server would accept, but that would break or degrade the installation.
 */
export const lint: Rule = (all) => RULES.flatMap((rule) => rule(all));
