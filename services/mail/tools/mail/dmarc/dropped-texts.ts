import { isNearDmarc } from "@dnstools/core/protocol/dmarc/record";
import { textsOf } from "../answers.ts";
import type { DmarcLookup } from "./lookup-dmarc.ts";

/** Names with several records in place of one: the domain, and its organizational domain by the tree walk or the public suffix list. */
export function severalIn({ walk, old }: DmarcLookup, domain: string): DmarcLookup["walk"]["steps"] {
  const names = [domain, walk.org, old.org];
  return walk.steps.filter(({ name, status }) => status === "dropped" && names.includes(name));
}

/** Texts that look like a DMARC record: at the domain, and where no record applies at its organizational domain. */
export function nearMissesIn(
  { policy, old }: DmarcLookup,
  domain: string,
): readonly { readonly name: string; readonly text: string }[] {
  const at = (name: string, answer: typeof old.above) =>
    (answer === null ? [] : textsOf(answer)).filter(isNearDmarc).map((text) => ({ name, text }));
  return [...at(domain, old.own), ...(policy === null ? at(old.org, old.above) : [])];
}
