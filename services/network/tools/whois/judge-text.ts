import { unlessRedacted, webAddressOf } from "@dnstools/core/protocol/rdap/entity";
import {
  factOf,
  hasSigns,
  isRegistration,
  objectOf,
  serversOf,
  valuesOf,
} from "@dnstools/core/protocol/whois/domain";
import { dsOf } from "@dnstools/core/protocol/whois/ds";
import { readText as readEntries } from "@dnstools/core/protocol/whois/entries";
import { formatOf } from "@dnstools/core/protocol/whois/formats";
import { phraseOf, type Said } from "@dnstools/core/protocol/whois/phrases";
import type { WhoisText } from "@dnstools/core/protocol/whois/text";
import type { RegistrationData } from "./data.ts";
import { isoDate } from "./judge-dates.ts";
import { statusesOf } from "./judge-status.ts";

/** Result of reading a whois answer about the queried domain. */
export type TextRead =
  | { readonly kind: "registered"; readonly data: RegistrationData }
  | { readonly kind: "said"; readonly said: Said }
  /** The text reports that the domain is free, but also has a registration. */
  | { readonly kind: "contradictory" }
  /** The text does not prove anything. */
  | { readonly kind: "unsure" };

/**
 * Parses a whois text. A domain is registered if the text has its own name together with another sign of a
 * registration. If a text has such a sign, its statement that the domain is free is never believed, even if the name
 * was not found in the text.
 */
export function readText(answer: WhoisText, server: string, name: string): TextRead {
  const said = phraseOf(answer, server, name);
  // Some servers append another server's answer to their own.
  if (said === "free" && (hasSigns(answer) || isRegistration(readEntries(answer.behind), name)))
    return { kind: "contradictory" };
  if (isRegistration(answer, name))
    return { kind: "registered", data: dataOf(objectOf(answer, name), server, name) };
  return said === null ? { kind: "unsure" } : { kind: "said", said };
}

function dataOf(answer: WhoisText, server: string, name: string): RegistrationData {
  const days = formatOf(server)?.days ?? null;
  const organization = factOf(answer, "organization");
  const country = factOf(answer, "country");
  const created = factOf(answer, "created");
  const updated = factOf(answer, "updated");
  const expires = factOf(answer, "expires");
  const ds = dsOf(answer);
  const signed = signedOf(answer);
  return {
    registrar: registrarOf(answer),
    reseller: factOf(answer, "reseller"),
    registrant: organization === null && country === null ? null : { organization, country },
    registryId: factOf(answer, "registryId"),
    dates: {
      created: isoDate(created, days),
      updated: isoDate(updated, days),
      expires: isoDate(expires, days),
      raw: { created, updated, expires },
    },
    status: statusesOf(valuesOf(answer, "status").slice(0, 50)),
    nameServers: serversOf(answer, name),
    dnssec: { signed: signed ?? (ds.length > 0 ? true : null), ds },
    redacted: redactedOf(answer),
  };
}

function registrarOf(answer: WhoisText): RegistrationData["registrar"] {
  const name = factOf(answer, "registrar");
  if (name === null) return null;
  return {
    name,
    ianaId: /^\d{1,6}$/.exec(factOf(answer, "registrarId") ?? "")?.[0] ?? null,
    url: webAddressOf(factOf(answer, "registrarUrl")),
    whoisServer: factOf(answer, "registrarServer"),
    abuse: { email: factOf(answer, "abuseEmail"), phone: factOf(answer, "abusePhone") },
  };
}

/**
 * Determines whether the domain is signed from the different words that registries use, since RFC 7485 defines no
 * words for it.
 */
function signedOf(answer: WhoisText): boolean | null {
  const said = valuesOf(answer, "dnssec")[0] ?? "";
  if (/^(unsigned|no|inactive|not? signed|off|disabled|none)\b/i.test(said)) return false;
  return /^(signed|yes|active|on|enabled|flags:|keytag:)/i.test(said) ? true : null;
}

/** Returns the labels that have a placeholder text in place of a withheld value. */
function redactedOf({ entries }: WhoisText): string[] {
  const hidden = entries.filter(({ values }) => values.some((value) => unlessRedacted(value) === null));
  return [...new Set(hidden.map(({ title }) => title))].slice(0, 50);
}
