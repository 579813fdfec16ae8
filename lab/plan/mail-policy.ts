import { KNOT } from "./hosts.ts";
import { POLICY_ZONE, type PolicyDomain, policyLabel, policyLines, policyName } from "./policy-domain.ts";
import { POLICY_WEB } from "./policy-hosts.ts";
import { BIMI, MTA_STS, TLS_RPT } from "./policy-web.ts";
import type { Zone } from "./shapes.ts";

/** Every domain below policy.com, by its key. */
const DOMAINS = { ...MTA_STS, ...TLS_RPT, ...BIMI } satisfies Readonly<Record<string, PolicyDomain>>;

type Key = keyof typeof DOMAINS;

/** Domains by what their mail policy is, or what is wrong with it; the tables they come from say so of each. */
export const POLICY = Object.fromEntries(
  Object.keys(DOMAINS).map((key) => [key, policyName(key)]),
) as Readonly<Record<Key, string>>;

/** The zones of mail policy. */
export const POLICY_ZONES: readonly Zone[] = [
  {
    name: POLICY_ZONE,
    servers: KNOT,
    hosts: POLICY_WEB,
    records: Object.entries(DOMAINS)
      .map(([key, domain]) => policyLines(policyLabel(key), POLICY_ZONE, domain))
      .join(""),
  },
];
