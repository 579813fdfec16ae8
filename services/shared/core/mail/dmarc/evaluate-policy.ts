import { type DmarcRecord, type Policy, standingOf, weakened } from "../../protocol/dmarc/record.ts";
import { applicableBelow, type Found } from "../../protocol/dmarc/tree-walk.ts";
import { siteOf } from "../../protocol/names.ts";
import type { DmarcData } from "./data.ts";
import type { DmarcLookup } from "./lookup-dmarc.ts";

type EffectivePolicies = NonNullable<DmarcData["effective"]>;

/**
 * Returns the policies that receivers apply (RFC 9989 4.10.1, 4.7). The domain itself exists, so np does not apply to
 * it.
 */
export function effectivePolicies(lookup: DmarcLookup, domain: string): EffectivePolicies {
  const { policy } = lookup;
  if (policy === null) return { domain: null, subdomains: null, missingSubdomains: null };
  const below = foundBelow(lookup, domain);
  return {
    domain: applied(policy.record, writtenFor(policy, domain)),
    subdomains: below === null ? null : applied(below.record, below.record.sp ?? below.record.p),
    missingSubdomains:
      below === null ? null : applied(below.record, below.record.np ?? below.record.sp ?? below.record.p),
  };
}

/** Returns the policy that a record has for `domain`, which is the record's own name or a name below it. */
export function writtenFor({ name, record }: Found, domain: string): Policy | null {
  return name === domain ? record.p : (record.sp ?? record.p);
}

function applied(record: DmarcRecord, written: Policy | null): Policy | null {
  const standing = standingOf(record);
  if (standing !== "as_written") return standing === "none" ? "none" : null;
  return written !== null && record.test ? weakened(written) : written;
}

/**
 * Returns the record that applies to names below the domain, which may be published at a parent domain; null if there
 * is none or it is unknown.
 */
export function foundBelow({ walk }: DmarcLookup, domain: string): Found | null {
  const below = walk.org === null ? "unknown" : applicableBelow(domain, walk.found);
  return below === "unknown" ? null : below;
}

/** Returns true if a name is a public suffix. */
export function isSuffix(name: string): boolean {
  return siteOf(`a.${name}`) === `a.${name}`;
}
