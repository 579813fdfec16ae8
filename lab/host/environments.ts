import { BLOCKED } from "./blocked.ts";
import { CLOCK } from "./clock.ts";
import type { Environment } from "./environment.ts";
import { FAMILIES } from "./families.ts";
import { INTERCEPTED } from "./intercepted.ts";
import { LATER } from "./later.ts";
import { LIMITS } from "./limits.ts";
import { MIDDLEBOXES } from "./middleboxes.ts";
import { PARTLY } from "./partly.ts";
import { PROXIES } from "./proxies.ts";
import { RESOLVERS } from "./resolvers.ts";
import { INSPECTED } from "./tls.ts";

/** All environments of hosts, by name. A further one is a row in one of these tables. */
const TABLE = {
  clean: { is: "nothing is special" },
  ...BLOCKED,
  ...INTERCEPTED,
  ...FAMILIES,
  ...INSPECTED,
  ...CLOCK,
  ...LIMITS,
  ...MIDDLEBOXES,
  ...PARTLY,
  ...PROXIES,
  ...LATER,
  ...RESOLVERS,
} as const;

/** The name of an environment. */
export type EnvironmentName = keyof typeof TABLE;

/** All environments, by name. */
export const ENVIRONMENTS: Readonly<Record<EnvironmentName, Environment>> = TABLE;

/** Returns the text as the name of an environment; null if no environment has this name. */
export function environmentNamed(text: string): EnvironmentName | null {
  return Object.hasOwn(ENVIRONMENTS, text) ? (text as EnvironmentName) : null;
}
