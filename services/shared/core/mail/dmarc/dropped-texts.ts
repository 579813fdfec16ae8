import { isNearDmarc } from "../../protocol/dmarc/record.ts";
import { textsOf } from "../answers.ts";
import type { DmarcLookup } from "./lookup-dmarc.ts";

/**
 * Checks the domain and its organizational domain (by the tree walk or by the public suffix list), and returns the
 * ones that have several DMARC records instead of one.
 */
export function severalIn({ walk, old }: DmarcLookup, domain: string): DmarcLookup["walk"]["steps"] {
  const names = [domain, walk.org, old.org];
  return walk.steps.filter(({ name, status }) => status === "dropped" && names.includes(name));
}

/**
 * Returns the texts that only look like a DMARC record: those at the domain and, if no record applies, those at its
 * organizational domain.
 */
export function nearMissesIn(
  { policy, old }: DmarcLookup,
  domain: string,
): readonly { readonly name: string; readonly text: string }[] {
  const at = (name: string, answer: typeof old.above) =>
    (answer === null ? [] : textsOf(answer)).filter(isNearDmarc).map((text) => ({ name, text }));
  return [...at(domain, old.own), ...(policy === null ? at(old.org, old.above) : [])];
}
