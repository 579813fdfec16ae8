import { type Json, list, object, objects, text, texts } from "./json.ts";

/** A person or organization in an RDAP object (RFC 9083 5.1), as far as its data is published. */
export type Entity = {
  readonly handle: string | null;
  readonly roles: readonly string[];
  /** The formatted name, or the organization if the entity has no formatted name. */
  readonly name: string | null;
  readonly organization: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly country: string | null;
  /** URL of an RDAP link of type `about`, or of the vCard. */
  readonly url: string | null;
  /** IANA registrar ID (RFC 9083 4.8). */
  readonly ianaId: string | null;
  readonly entities: readonly Entity[];
};

/** Maximum depth of nested entities that are read. */
const DEPTH_MAX = 3;

/** Parses the entities of an RDAP object, with the entities nested in them. */
export function entitiesOf(owner: Json, depth = 0): readonly Entity[] {
  if (depth >= DEPTH_MAX) return [];
  return objects(owner["entities"]).map((entity) => {
    const card = properties(entity);
    const value = (name: string) => text(card.find((property) => property[0] === name)?.[3]);
    const organization = orgOf(card);
    return {
      handle: text(entity["handle"]),
      roles: texts(entity["roles"]).map((role) => role.toLowerCase()),
      name: unlessRedacted(value("fn")) ?? organization,
      organization,
      email: unlessRedacted(value("email")),
      phone: unlessRedacted(phoneOf(card)),
      country: countryOf(card),
      url: webAddressOf(unlessRedacted(value("url"))) ?? aboutOf(entity),
      ianaId:
        objects(entity["publicIds"])
          .filter((id) => /iana/i.test(text(id["type"]) ?? ""))
          .map((id) => text(id["identifier"]))
          .find((id) => id !== null) ?? null,
      entities: entitiesOf(entity, depth + 1),
    };
  });
}

/** Returns the first entity with a role, including nested entities, or null if there is none. */
export function withRole(entities: readonly Entity[], role: string): Entity | null {
  const here = entities.find(({ roles }) => roles.includes(role));
  if (here !== undefined) return here;
  for (const { entities: inner } of entities) {
    const found = withRole(inner, role);
    if (found !== null) return found;
  }
  return null;
}

/**
 * Placeholder values that registries publish instead of redacted data. Most patterns must match the whole value, since
 * a real name may begin with the same words.
 */
const REDACTED =
  /^[<([]?(redacted( for (privacy|gdpr|privacy purposes))?( \(dt\))?|(data )?not (disclosed|shown|published|available)!?|(not shown|information not disclosed|data not disclosed)|data (redacted|protected)(, not disclosed)?|statutory masking( enabled)?|gdpr( (masked|redacted|protected))?|privacy( protected)?|hidden upon user request|non-public data|private|n\/a|none|-+|\.+|\*+)[>)\]]?\.?$|^(not (shown|disclosed), |please (query|visit|contact) |select (contact|request) |data protected, )|^redacted [|]/i;

/** Returns the value, or null if it is a placeholder for redacted data. */
export function unlessRedacted(value: string | null): string | null {
  return value === null || REDACTED.test(value) ? null : value;
}

/** Returns the properties of an entity's vCard (RFC 7095 3.3), each as name, parameters, type and value. */
function properties(entity: Json): readonly (readonly unknown[])[] {
  return list(list(entity["vcardArray"])[1]).map(list);
}

function orgOf(card: readonly (readonly unknown[])[]): string | null {
  const value = card.find((property) => property[0] === "org")?.[3];
  return unlessRedacted(text(Array.isArray(value) ? value[0] : value));
}

/** Returns the first telephone number that is not a fax, given as text or as `tel:` (RFC 7095 3.3.1.4). */
function phoneOf(card: readonly (readonly unknown[])[]): string | null {
  const isFax = (property: readonly unknown[]) =>
    /fax/i.test(JSON.stringify(object(property[1])["type"] ?? ""));
  const value = card.find((property) => property[0] === "tel" && !isFax(property))?.[3];
  return text(value)?.replace(/^tel:/i, "") ?? null;
}

/** Returns the country code (RFC 8605) or the country name in the last field of an address (RFC 7095 3.3.1.3). */
function countryOf(card: readonly (readonly unknown[])[]): string | null {
  const address = card.find((property) => property[0] === "adr");
  const value = address?.[3];
  return unlessRedacted(text(object(address?.[1])["cc"]) ?? text(Array.isArray(value) ? value[6] : null));
}

function aboutOf(entity: Json): string | null {
  const link = objects(entity["links"]).find(({ rel }) => rel === "about");
  return webAddressOf(text(link?.["href"]));
}

/** Returns a web URL, or a bare host name, which some registries publish; null for any other scheme. */
export function webAddressOf(value: string | null): string | null {
  return value !== null && /^(https?:\/\/|[a-z0-9.-]+(:\d+)?(\/|$))/i.test(value) ? value : null;
}
