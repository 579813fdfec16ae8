import { type DmarcRecord, type Policy, standingOf, weakened } from "@dnstools/core/protocol/dmarc/record";
import { applicableBelow, type Found } from "@dnstools/core/protocol/dmarc/tree-walk";
import { siteOf } from "@dnstools/core/protocol/names";
import type { DmarcData } from "./data.ts";
import type { DmarcReading } from "./lookup-dmarc.ts";

type Effective = NonNullable<DmarcData["effective"]>;

/** What counts in the end (RFC 9989 4.10.1, 4.7). The domain asked about exists, so np is not for it. */
export function effectiveOf(reading: DmarcReading, domain: string): Effective {
  const { policy } = reading;
  if (policy === null) return { domain: null, subdomains: null, missingSubdomains: null };
  const below = foundBelow(reading, domain);
  return {
    domain: applied(policy.record, writtenFor(policy, domain)),
    subdomains: below === null ? null : applied(below.record, below.record.sp ?? below.record.p),
    missingSubdomains:
      below === null ? null : applied(below.record, below.record.np ?? below.record.sp ?? below.record.p),
  };
}

/** The policy that a record has for a name at it or below. */
export function writtenFor({ name, record }: Found, domain: string): Policy | null {
  return name === domain ? record.p : (record.sp ?? record.p);
}

function applied(record: DmarcRecord, written: Policy | null): Policy | null {
  const standing = standingOf(record);
  if (standing !== "as_written") return standing === "none" ? "none" : null;
  return written !== null && record.test ? weakened(written) : written;
}

/** The record for names below the domain, which need not be its own; null where none is, or where that is unknown. */
export function foundBelow({ walk }: DmarcReading, domain: string): Found | null {
  const below = walk.org === null ? "unknown" : applicableBelow(domain, walk.found);
  return below === "unknown" ? null : below;
}

/** Whether nobody registers the name itself: it has others' names below. */
export function isSuffix(name: string): boolean {
  return siteOf(`a.${name}`) === `a.${name}`;
}
