import { parseIp } from "../ip.ts";
import { answerName } from "../names.ts";
import { inLabels } from "../rdap/domain.ts";
import { unlessRedacted } from "../rdap/entity.ts";
import type { WhoisFields, WhoisText } from "./text.ts";

/** Labels, as whoiser names them, that only a registration has. */
const SIGNS = [
  "Registrar",
  "Created Date",
  "Expiry Date",
  "Registrant Name",
  "Registrant Organization",
  // Which whoiser does not know: .hu.
  "record created",
];

/**
 * Where registries write the domain that an answer is about: `Domain:`, `[Domain Name]`, `domain.....`; some on the next
 * line, .ee behind another label there.
 */
const DOMAIN_LINE =
  /^[ \t]*(?:[a-z]\. )?\[?(?:domain(?: ?name)?|complete domain name)\]?[ .]{0,40}:?[ \t]*(?:\n[ \t]*(?:name:[ \t]*)?)?(\S{1,300})[ \t]*$/gim;

/** Characters at the beginning of an answer in which the domain is looked for. */
const HEAD = 20_000;

/** Whether an answer names the domain that was asked about as its subject. */
export function namesDomain({ text, fields }: WhoisText, name: string): boolean {
  const shown = [...text.slice(0, HEAD).matchAll(DOMAIN_LINE)].slice(0, 50).map((match) => match[1] ?? "");
  const named = [...(fields["Domain Name"] ?? []).flatMap((one) => one.split(/\s+/)).slice(0, 50), ...shown];
  return named.some((one) => inLabels(one) === name);
}

/** Statuses of names that nobody has, whatever stands beside them. */
const NOBODYS =
  /^[ \t]*(?:domain )?(?:registration )?status:?[ \t]+(?:not registered|unavailable|invalid|no object found|blocked|prohibited)\b/im;
/** .tw has no colon there. */
const SINCE = /^[ \t]*record created on \d{4}/im;

/**
 * Whether an answer is a registration of the domain: it names it, and has a sign of a registration beside it. The day of
 * the last change is none: some write there when they were asked.
 */
export function isRegistration(answer: WhoisText, name: string): boolean {
  const { text, fields } = answer;
  if (!namesDomain(answer, name) || NOBODYS.test(text)) return false;
  const sign = SIGNS.some((label) => fieldOf(fields, label) !== null) || SINCE.test(text);
  return sign || serversOf(answer, name).length > 0;
}

/** The first value of some labels that is one; null where it is missing or redacted. */
export function fieldOf(fields: WhoisFields, ...labels: string[]): string | null {
  const found = labels.flatMap((label) => fields[label] ?? []).find((one) => unlessRedacted(one) !== null);
  return found?.slice(0, 300) ?? null;
}

/** A name server as a registry tells it, with glue. */
type RegisteredServer = { readonly name: string; readonly addresses: string[] };

/** A label of name servers, with what stands behind it and on the lines below it until the next label or a gap. */
const SERVERS =
  /^[ \t]*(?:(?:primary |secondary )?name ?servers?(?: information)?|nserver|host name|domain servers[a-z ]*)[ .]{0,40}:?[ \t]*(.*(?:\n[ \t]*$)?(?:\n[ \t]*(?=\S)[^:\n]{1,200}$){0,20})/gim;

/** Some write glue behind the name. A name server of the domain's own name is another label's value. */
export function serversOf({ text, fields }: WhoisText, domain: string): RegisteredServer[] {
  const below = [...text.matchAll(SERVERS)].slice(0, 50).map((match) => match[1] ?? "");
  const words = [...(fields["Name Server"] ?? []), ...below]
    .slice(0, 100)
    .flatMap((one) => one.split(/[\s,]+/));
  const servers = new Map<string, Set<string>>();
  let last: Set<string> | undefined;
  for (const word of words.slice(0, 500)) {
    const address = word.replace(/^[([]|[)\]]$/g, "");
    if (parseIp(address) !== null) last?.add(address);
    else if (/^[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})+\.?$/i.test(word) && answerName(word) !== domain) {
      last = servers.get(answerName(word)) ?? new Set();
      servers.set(answerName(word), last);
    }
  }
  return [...servers].map(([name, addresses]) => ({ name, addresses: [...addresses] }));
}
