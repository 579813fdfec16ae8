import { parseIp } from "@dnstools/core/protocol/ip";
import { answerName } from "@dnstools/core/protocol/names";
import { domainObject } from "@dnstools/core/protocol/rdap/domain";
import { type Entity, entitiesOf, withRole } from "@dnstools/core/protocol/rdap/entity";
import { type Json, object, objects, text, texts } from "@dnstools/core/protocol/rdap/json";
import { eventOf } from "@dnstools/core/protocol/rdap/network";
import type { RegistrationData } from "./data.ts";
import { isoDate } from "./judge-dates.ts";
import { statusesOf } from "./judge-status.ts";

/** Result of reading an RDAP object about the queried domain. */
export type RdapRead =
  | { readonly kind: "registered"; readonly data: RegistrationData }
  | { readonly kind: "reserved"; readonly words: string }
  | { readonly kind: "malformed" };

/** Parses a domain object (RFC 9083 5.3). An object for another name, or without registration data, proves nothing. */
export function readRdap(answer: Json, name: string): RdapRead {
  const kind = domainObject(answer, name);
  if (kind === "nothing") return { kind: "malformed" };
  if (kind === "reserved") return { kind, words: "status: reserved" };
  const entities = entitiesOf(answer);
  const registrar = withRole(entities, "registrar");
  const status = texts(answer["status"]);
  const created = eventOf(answer, "registration");
  const dates = { created, updated: eventOf(answer, "last changed"), expires: eventOf(answer, "expiration") };
  return {
    kind: "registered",
    data: {
      registrar: registrar === null ? null : registrarOf(registrar),
      reseller: withRole(entities, "reseller")?.name ?? null,
      registrant: holderOf(withRole(entities, "registrant")),
      registryId: text(answer["handle"]),
      dates: {
        created: isoDate(dates.created),
        updated: isoDate(dates.updated),
        expires: isoDate(dates.expires),
        raw: dates,
      },
      status: statusesOf(status),
      nameServers: serversOf(answer),
      dnssec: dnssecOf(object(answer["secureDNS"])),
      redacted: redactedOf(answer),
    },
  };
}

/** Returns the registrar. Some registries name it only in a nested entity, others only by its number. */
function registrarOf(entity: Entity): NonNullable<RegistrationData["registrar"]> {
  const abuse = withRole(entity.entities, "abuse");
  const inner = entity.entities
    .map(({ organization, name }) => organization ?? name)
    .find((one) => one !== null);
  return {
    name: entity.name ?? inner ?? (entity.ianaId === null ? entity.handle : null),
    ianaId: entity.ianaId,
    url: entity.url,
    whoisServer: null,
    abuse: { email: abuse?.email ?? null, phone: abuse?.phone ?? null },
  };
}

function holderOf(entity: Entity | null): RegistrationData["registrant"] {
  if (entity === null || (entity.organization === null && entity.country === null)) return null;
  return { organization: entity.organization, country: entity.country };
}

function serversOf(answer: Json): RegistrationData["nameServers"] {
  return objects(answer["nameservers"]).flatMap((server) => {
    const name = answerName(text(server["ldhName"]) ?? text(server["unicodeName"]) ?? "");
    const glue = object(server["ipAddresses"]);
    const addresses = [...texts(glue["v4"]), ...texts(glue["v6"])].filter((one) => parseIp(one) !== null);
    return /^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/.test(name) ? [{ name, addresses }] : [];
  });
}

function dnssecOf(secure: Json): RegistrationData["dnssec"] {
  const ds = objects(secure["dsData"]).flatMap((one) => {
    // Some registries write numbers as text.
    const [keyTag = -1, algorithm = -1, digestType = -1] = ["keyTag", "algorithm", "digestType"].map(
      (member) => (/^\d{1,5}$/.test(text(one[member]) ?? "") ? Number(one[member]) : -1),
    );
    const digest = text(one["digest"])?.replaceAll(" ", "").toUpperCase() ?? "";
    // The key tag has 16 bits; algorithm and digest type have 8 bits each (RFC 4034 5.1).
    const whole =
      [keyTag, algorithm, digestType].every((value, i) => value >= 0 && value < (i === 0 ? 65_536 : 256)) &&
      /^([0-9A-F]{2})+$/.test(digest);
    return whole ? [{ keyTag, algorithm, digestType, digest }] : [];
  });
  const signed = secure["delegationSigned"];
  return { signed: typeof signed === "boolean" ? signed : ds.length > 0 ? true : null, ds };
}

function redactedOf(answer: Json): string[] {
  const names = objects(answer["redacted"]).map((one) => {
    const name = object(one["name"]);
    return text(name["description"]) ?? text(name["type"]);
  });
  return [...new Set(names.filter((name) => name !== null))];
}
