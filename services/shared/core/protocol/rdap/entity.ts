import { type Json, list, object, objects, text, texts } from "./json.ts";

/** Somebody named by an RDAP object (RFC 9083 5.1), as far as it is published. */
export type Entity = {
  readonly handle: string | null;
  readonly roles: readonly string[];
  /** The formatted name, or else the organisation. */
  readonly name: string | null;
  readonly organization: string | null;
  readonly email: string | null;
  readonly phone: string | null;
  readonly country: string | null;
  /** An RDAP link of type `about` or a vCard `url`. */
  readonly url: string | null;
  /** Registrar ID of IANA (RFC 9083 4.8). */
  readonly ianaId: string | null;
  readonly entities: readonly Entity[];
};

/** Entities within entities that are read. */
const DEPTH_MAX = 3;

/** The entities of an object, those within them included. */
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

/** The first entity with a role, itself or within another. */
export function withRole(entities: readonly Entity[], role: string): Entity | null {
  const here = entities.find(({ roles }) => roles.includes(role));
  if (here !== undefined) return here;
  for (const { entities: inner } of entities) {
    const found = withRole(inner, role);
    if (found !== null) return found;
  }
  return null;
}

/** Whole values that stand in place of what is not told; a name that begins so is a name. */
const REDACTED =
  /^[<([]?(redacted( for (privacy|gdpr|privacy purposes))?( \(dt\))?|(data )?not (disclosed|shown|published|available)!?|(not shown|information not disclosed|data not disclosed)|data (redacted|protected)(, not disclosed)?|statutory masking( enabled)?|gdpr( (masked|redacted|protected))?|privacy( protected)?|hidden upon user request|non-public data|private|n\/a|none|-+|\.+|\*+)[>)\]]?\.?$|^(not (shown|disclosed), |please (query|visit|contact) |select (contact|request) |data protected, )|^redacted [|]/i;

export function unlessRedacted(value: string | null): string | null {
  return value === null || REDACTED.test(value) ? null : value;
}

/** The properties of its vCard (RFC 7095 3.3): name, parameters, type, value. */
function properties(entity: Json): readonly (readonly unknown[])[] {
  return list(list(entity["vcardArray"])[1]).map(list);
}

function orgOf(card: readonly (readonly unknown[])[]): string | null {
  const value = card.find((property) => property[0] === "org")?.[3];
  return unlessRedacted(text(Array.isArray(value) ? value[0] : value));
}

/** A telephone number, as text or as `tel:` (RFC 7095 3.3.1.4); a fax is none. */
function phoneOf(card: readonly (readonly unknown[])[]): string | null {
  const isFax = (property: readonly unknown[]) =>
    /fax/i.test(JSON.stringify(object(property[1])["type"] ?? ""));
  const value = card.find((property) => property[0] === "tel" && !isFax(property))?.[3];
  return text(value)?.replace(/^tel:/i, "") ?? null;
}

/** The code (RFC 8605) or the name in the last field of an address (RFC 7095 3.3.1.3). */
function countryOf(card: readonly (readonly unknown[])[]): string | null {
  const address = card.find((property) => property[0] === "adr");
  const value = address?.[3];
  return unlessRedacted(text(object(address?.[1])["cc"]) ?? text(Array.isArray(value) ? value[6] : null));
}

function aboutOf(entity: Json): string | null {
  const link = objects(entity["links"]).find(({ rel }) => rel === "about");
  return webAddressOf(text(link?.["href"]));
}

/** An address of the web, or a name alone as registries write it; null for any other scheme. */
export function webAddressOf(value: string | null): string | null {
  return value !== null && /^(https?:\/\/|[a-z0-9.-]+(:\d+)?(\/|$))/i.test(value) ? value : null;
}
