import { parseIp } from "@dnstools/core/protocol/ip";
import { answerName, parseDomain } from "@dnstools/core/protocol/names";
import { unlessRedacted } from "@dnstools/core/protocol/rdap/entity";
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
export function readText({ text, fields }: WhoisText, server: string, name: string): TextRead {
  const said = phraseOf(text, server, name);
  const registered = namesDomain(text, fields, name) && SIGNS.some((label) => value(fields, label) !== null);
  if (registered)
    return said === "free" ? { kind: "contradictory" } : { kind: "registered", data: dataOf(text, fields) };
  return said === null ? { kind: "unsure" } : { kind: "said", said };
}

/** Labels, as whoiser names them, that only a registration has. */
const SIGNS = [
  "Registrar",
  "Created Date",
  "Expiry Date",
  "Updated Date",
  "Name Server",
  "Registrant Name",
  "Registrant Organization",
];

function value(fields: WhoisFields, ...labels: string[]): string | null {
  const found = labels.flatMap((label) => fields[label] ?? []).find((one) => unlessRedacted(one) !== null);
  return found?.slice(0, 300) ?? null;
}

/** Where registries write the domain that the answer is about; some on the next line. */
const DOMAIN_LINE =
  /^[ \t]*(?:[a-z]\. )?\[?(?:domain(?: name)?|complete domain name)\]?[ .]*:?[ \t]*(?:\n[ \t]*)?(\S+)[ \t]*$/gim;

function namesDomain(text: string, fields: WhoisFields, name: string): boolean {
  const shown = [...text.slice(0, 20_000).matchAll(DOMAIN_LINE)].map((match) => match[1] ?? "");
  const named = [...(fields["Domain Name"] ?? []).flatMap((one) => one.split(/\s+/)), ...shown];
  return named.some((one) => {
    const read = parseDomain(one, { registration: true, underscores: true });
    return read.ok ? read.value === name : answerName(one) === name;
  });
}

function dataOf(text: string, fields: WhoisFields): RegistrationData {
  const registrar = value(fields, "Registrar", "Registrar Name");
  const organization = value(fields, "Registrant Organization");
  const country = value(fields, "Registrant Country");
  const created = value(fields, "Created Date");
  const updated = value(fields, "Updated Date");
  const expires = value(fields, "Expiry Date");
  return {
    registrar:
      registrar === null
        ? null
        : {
            name: registrar,
            ianaId: /^\d{1,6}$/.exec(value(fields, "Registrar IANA ID") ?? "")?.[0] ?? null,
            url: value(fields, "Registrar URL"),
            abuse: {
              email: value(fields, "Registrar Abuse Contact Email"),
              phone: value(fields, "Registrar Abuse Contact Phone"),
            },
          },
    registrant: organization === null && country === null ? null : { organization, country },
    registryId: value(fields, "Registry Domain ID"),
    dates: {
      created: isoDate(created),
      updated: isoDate(updated),
      expires: isoDate(expires),
      raw: { created, updated, expires },
    },
    status: statusesOf(fields["Domain Status"] ?? []),
    nameServers: serversOf(fields),
    dnssec: { signed: signedOf(text, fields), ds: [] },
    redacted: Object.entries(fields)
      .filter(([, values]) => values.some((one) => unlessRedacted(one) === null))
      .map(([label]) => label)
      .slice(0, 50),
  };
}

/** Some write glue behind the name. */
function serversOf(fields: WhoisFields): RegistrationData["nameServers"] {
  const words = (fields["Name Server"] ?? []).flatMap((one) => one.split(/[\s,]+/));
  const servers: { name: string; addresses: string[] }[] = [];
  for (const word of words) {
    const address = word.replace(/^\(|\)$/g, "");
    if (parseIp(address) !== null) servers.at(-1)?.addresses.push(address);
    else if (/^[a-z0-9_-]+(\.[a-z0-9_-]+)+\.?$/i.test(word))
      servers.push({ name: answerName(word), addresses: [] });
  }
  const names = [...new Set(servers.map(({ name }) => name))];
  return names.map((name) => ({
    name,
    addresses: [...new Set(servers.filter((one) => one.name === name).flatMap(({ addresses }) => addresses))],
  }));
}

/** RFC 7485 has no word for it; registries write these. */
function signedOf(text: string, fields: WhoisFields): boolean | null {
  const said = fields["DNSSEC"]?.[0] ?? /^\s*(?:dnssec|ds-rdata|keys):\s*(\S.*)$/im.exec(text)?.[1] ?? "";
  if (/^(unsigned|no|inactive|not? signed|off|disabled)\b/i.test(said)) return false;
  return /^(signed|yes|active|on|enabled)/i.test(said) ? true : null;
}
