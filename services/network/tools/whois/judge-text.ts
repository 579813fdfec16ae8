import { unlessRedacted } from "@dnstools/core/protocol/rdap/entity";
import { fieldOf, isRegistration, serversOf } from "@dnstools/core/protocol/whois/domain";
import { phraseOf, type Said } from "@dnstools/core/protocol/whois/phrases";
import type { WhoisFields, WhoisText } from "@dnstools/core/protocol/whois/text";
import type { RegistrationData } from "./data.ts";
import { isoDate } from "./judge-dates.ts";
import { statusesOf } from "./judge-status.ts";

/** What a whois answer is to the domain that was asked about. */
export type TextRead =
  | { readonly kind: "registered"; readonly data: RegistrationData }
  | { readonly kind: "said"; readonly said: Said }
  /** It says that the domain is free, and has its registration. */
  | { readonly kind: "contradictory" }
  /** Nothing in it proves anything. */
  | { readonly kind: "unsure" };

/** Registered is what has the domain's own name and a sign of a registration beside it. */
export function readText(answer: WhoisText, server: string, name: string): TextRead {
  const said = phraseOf(answer.text, server, name);
  if (isRegistration(answer, name))
    return said === "free" ? { kind: "contradictory" } : { kind: "registered", data: dataOf(answer, name) };
  return said === null ? { kind: "unsure" } : { kind: "said", said };
}

/**
 * The first value of a label, as registries write them: `label: value`, or the value on the next line. whoiser joins what
 * comes more than once, and several objects in one answer have the same labels.
 */
function first(text: string, labels: string): string | null {
  const here = new RegExp(
    `^[ \\t]*(?:\\[(?:${labels})\\]|(?:${labels})[ .]{0,40}:)[ \\t]+(\\S.*)$`,
    "im",
  ).exec(text);
  const next = new RegExp(
    `^[ \\t]*(?:${labels}):?[ \\t]*\\n[ \\t]+(?:(?:organi[sz]ation|name):[ \\t]*)?(\\S.*)$`,
    "im",
  ).exec(text);
  const found = here !== null && next !== null && next.index < here.index ? next : (here ?? next);
  return unlessRedacted(found?.[1]?.trim().slice(0, 300) ?? null);
}

/** Labels of dates, in registries' words; the first of them in an answer is the domain's. */
const CREATED =
  "creation date|created(?: date| on)?|registered(?: on| date)?|registration (?:date|time)|domain registered|record created(?: on)?|domain name commencement date";
const UPDATED =
  "updated(?: date)?|last[ -]updated?(?: date| on)?|changed|(?:last )?modified|modification date";
const EXPIRES =
  "(?:registry )?expiry date|expir(?:es|e|y)(?: on| date)?|expiration (?:date|time)|registrar registration expiration date|paid-till|renewal date|valid until|record expires on";
const REGISTRAR = "registrar(?: name| organization)?|sponsoring registrar";

function dataOf(answer: WhoisText, name: string): RegistrationData {
  const { text, fields } = answer;
  const registrar = first(text, REGISTRAR) ?? fieldOf(fields, "Registrar");
  const organization = fieldOf(fields, "Registrant Organization");
  const country = fieldOf(fields, "Registrant Country");
  const created = first(text, CREATED) ?? fieldOf(fields, "Created Date");
  const updated = first(text, UPDATED) ?? fieldOf(fields, "Updated Date");
  const expires = first(text, EXPIRES) ?? fieldOf(fields, "Expiry Date");
  return {
    registrar:
      registrar === null
        ? null
        : {
            name: registrar,
            ianaId: /^\d{1,6}$/.exec(fieldOf(fields, "Registrar IANA ID") ?? "")?.[0] ?? null,
            url: fieldOf(fields, "Registrar URL"),
            abuse: {
              email: fieldOf(fields, "Registrar Abuse Contact Email"),
              phone: fieldOf(fields, "Registrar Abuse Contact Phone"),
            },
          },
    registrant: organization === null && country === null ? null : { organization, country },
    registryId: fieldOf(fields, "Registry Domain ID"),
    dates: {
      created: isoDate(created),
      updated: isoDate(updated),
      expires: isoDate(expires),
      raw: { created, updated, expires },
    },
    status: statusesOf(fields["Domain Status"] ?? []),
    nameServers: serversOf(answer, name),
    dnssec: { signed: signedOf(text, fields), ds: [] },
    redacted: Object.entries(fields)
      .filter(([, values]) => values.some((one) => unlessRedacted(one) === null))
      .map(([label]) => label)
      .slice(0, 50),
  };
}

/** RFC 7485 has no word for it; registries write these. */
function signedOf(text: string, fields: WhoisFields): boolean | null {
  const said = fields["DNSSEC"]?.[0] ?? /^\s*(?:dnssec|ds-rdata|keys):\s*(\S.*)$/im.exec(text)?.[1] ?? "";
  if (/^(unsigned|no|inactive|not? signed|off|disabled)\b/i.test(said)) return false;
  return /^(signed|yes|active|on|enabled)/i.test(said) ? true : null;
}
