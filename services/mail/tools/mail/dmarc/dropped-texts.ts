import { isNearDmarc } from "@dnstools/core/protocol/dmarc/record";
import { textsOf } from "../answers.ts";
import type { DmarcReading } from "./lookup-dmarc.ts";

/** Names with several records that should have one: the domain, and its organisation by the walk or by the old list. */
export function severalIn({ walk, old }: DmarcReading, domain: string): DmarcReading["walk"]["steps"] {
  const names = [domain, walk.org, old.org];
  return walk.steps.filter(({ name, status }) => status === "dropped" && names.includes(name));
}

/** Texts that were meant to be the record: the domain's own, and where none applies its organisation's. */
export function nearMissesIn(
  { policy, old }: DmarcReading,
  domain: string,
): readonly { readonly name: string; readonly text: string }[] {
  const at = (name: string, answer: typeof old.above) =>
    (answer === null ? [] : textsOf(answer)).filter(isNearDmarc).map((text) => ({ name, text }));
  return [...at(domain, old.own), ...(policy === null ? at(old.org, old.above) : [])];
}
