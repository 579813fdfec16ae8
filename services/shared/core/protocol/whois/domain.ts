import { inLabels } from "../rdap/domain.ts";
import { unlessRedacted } from "../rdap/entity.ts";
import type { WhoisFields, WhoisText } from "./text.ts";

/** Labels, as whoiser names them, that only a registration has. */
const SIGNS = [
  "Registrar",
  "Created Date",
  "Expiry Date",
  "Updated Date",
  "Name Server",
  "Registrant Name",
  "Registrant Organization",
  // Which whoiser does not know: .hu, .tw.
  "record created",
  "Record created on",
];

/**
 * Where registries write the domain that an answer is about: `Domain:`, `[Domain Name]`, `domain.....`; some on the next
 * line, .ee behind another label there.
 */
const DOMAIN_LINE =
  /^[ \t]*(?:[a-z]\. )?\[?(?:domain(?: name)?|complete domain name)\]?[ .]{0,40}:?[ \t]*(?:\n[ \t]*(?:name:[ \t]*)?)?(\S{1,300})[ \t]*$/gim;

/** Characters at the beginning of an answer in which the domain is looked for. */
const HEAD = 20_000;

/** Whether an answer names the domain that was asked about as its subject. */
export function namesDomain({ text, fields }: WhoisText, name: string): boolean {
  const shown = [...text.slice(0, HEAD).matchAll(DOMAIN_LINE)].slice(0, 50).map((match) => match[1] ?? "");
  const named = [...(fields["Domain Name"] ?? []).flatMap((one) => one.split(/\s+/)).slice(0, 50), ...shown];
  return named.some((one) => inLabels(one) === name);
}

/** Whether an answer is a registration of the domain: it names it, and has a sign of a registration beside it. */
export function isRegistration(answer: WhoisText, name: string): boolean {
  return namesDomain(answer, name) && SIGNS.some((label) => fieldOf(answer.fields, label) !== null);
}

/** The first value of some labels that is one; null where it is missing or redacted. */
export function fieldOf(fields: WhoisFields, ...labels: string[]): string | null {
  const found = labels.flatMap((label) => fields[label] ?? []).find((one) => unlessRedacted(one) !== null);
  return found?.slice(0, 300) ?? null;
}
