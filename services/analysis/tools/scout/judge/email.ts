import { printable } from "@dnstools/core/harmless";
import { type Answer, dnsAnswers, withoutFiltered } from "@dnstools/core/mail/answers";
import type { DkimData } from "@dnstools/core/mail/dkim/data";
import type { SpfNode } from "@dnstools/core/mail/spf/tree-spf";
import type { Reason } from "@dnstools/core/tool/outcome";
import type { EmailData } from "../data.ts";
import { exchangesIn, lookUpEmail } from "../lookup-email.ts";
import type { HostsObservation, ScoutObservation } from "../observations.ts";
import { headOf } from "../section.ts";
import { type JudgedPart, type JudgedParts, judgeParts } from "./email-parts.ts";

/** Maximum number of characters of a record that the data contains. */
const RECORD_MAX = 2000;
const UNASKED = { kind: "unknown", reason: "budget" } as const;

/** Builds the section on mail, and the judgements of its parts; null if it was not requested. */
export function judgeEmail(
  { email, hosts, efforts, evidence }: ScoutObservation,
  domain: string,
): { readonly data: EmailData; readonly parts: JudgedParts } | null {
  if (email === null) return null;
  const dns = withoutFiltered(email.dns, evidence);
  const missing = new Set<string>();
  const lookup = lookUpEmail(
    dnsAnswers({ ...email, dns }, ({ key }) => missing.add(key)),
    domain,
  );
  const exchanges = exchangesIn(lookup.mx.mx).filter(({ exchange }) => exchange !== "");
  const outcomes = [
    ...exchanges.map(({ exchange }) => hosts.get(exchange)?.addresses ?? UNASKED),
    ...dns.values(),
    ...[...missing].map(() => UNASKED),
  ];
  const failed: Reason[] = outcomes.flatMap((one) => (one.kind === "unknown" ? [one.reason] : []));
  const parts = judgeParts(lookup, domain);
  const { policy } = lookup.dmarc;
  const data: EmailData = {
    ...headOf(efforts.email, {
      wanted: outcomes.length,
      known: outcomes.length - failed.length,
      reason: failed[0] ?? null,
    }),
    mx: mxData(lookup.mx.mx, hosts),
    spf: { ...published(parts.spf, lookup.spf.texts), ...termsOf(lookup.spf) },
    dmarc: {
      ...published(parts.dmarc, policy === null ? [] : [policy.record.text]),
      domain: policy?.name ?? null,
      policy: parts.policy,
    },
    dkim: { ...head(parts.dkim), ...keysOf(parts.keys) },
    mtaSts: published(parts.mtaSts, lookup.mtaSts.selected.records),
    tlsRpt: published(parts.tlsRpt, lookup.tlsRpt.selected.records),
    bimi: published(parts.bimi, lookup.bimi.names.at(-1)?.records ?? []),
  };
  return { data, parts };
}

function mxData(mx: Answer<"MX">, hosts: HostsObservation): EmailData["mx"] {
  if (mx.outcome.kind === "unknown") return null;
  return exchangesIn(mx).map(({ preference, exchange }) => {
    const host = hosts.get(exchange)?.addresses;
    return {
      preference,
      exchange: exchange === "" ? "." : exchange,
      addresses:
        host?.kind === "present" ? [...host.value] : host?.kind === "absent" || exchange === "" ? [] : null,
    };
  });
}

const shown = (text: string) => printable(text, RECORD_MAX);

function head<S>({ status, reason, findings }: JudgedPart<S>) {
  return { status, reason, findings: [...new Set(findings.map(({ code }) => code))] };
}

/** Returns the fields of a record. @param records the texts that are records. If there are several, no record applies. */
function published(part: JudgedPart, records: readonly string[]): EmailData["mtaSts"] {
  const [record, second] = records;
  return { ...head(part), record: record === undefined || second !== undefined ? null : shown(record) };
}

/** Returns the terms of the domain's own SPF record. */
function termsOf({ record }: SpfNode): Pick<EmailData["spf"], "all" | "includes"> {
  const mechanisms = (record?.terms ?? []).filter((term) => term.kind === "mechanism");
  const all = mechanisms.find(({ name }) => name === "all");
  const includes = mechanisms.filter(({ name }) => name === "include").slice(0, 20);
  return {
    all: all === undefined ? null : `${all.qualifier}all`,
    includes: includes.map(({ domain }) => shown(domain?.text ?? "")),
  };
}

function keysOf({
  wildcard,
  tried,
  found,
}: DkimData): Pick<EmailData["dkim"], "wildcard" | "tried" | "keys"> {
  const keys = found.map(({ selector, provider, status, type, bits }) => ({
    ...{ selector, provider: provider ?? "", status, type, bits },
  }));
  return { wildcard, tried: tried.length, keys };
}
