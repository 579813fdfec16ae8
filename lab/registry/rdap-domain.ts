import { addressesOf, hostOf } from "../plan/plan.ts";
import { REGISTRATION } from "../plan/registrations.ts";

type Json = Readonly<Record<string, unknown>>;

/** Returns a contact as a jCard (RFC 7095). */
export function jCard(card: { fn?: string; email?: string; phone?: string; kind?: string }): unknown[] {
  const properties: unknown[][] = [["version", {}, "text", "4.0"]];
  if (card.fn !== undefined) properties.push(["fn", {}, "text", card.fn]);
  if (card.kind !== undefined) properties.push(["kind", {}, "text", card.kind]);
  if (card.phone !== undefined) properties.push(["tel", { type: ["voice"] }, "uri", `tel:${card.phone}`]);
  if (card.email !== undefined) properties.push(["email", {}, "text", card.email]);
  return ["vcard", properties];
}

const { registrar, registrant } = REGISTRATION;
const PUBLIC_IDS = [{ type: "IANA Registrar ID", identifier: registrar.ianaId }];

const ABUSE: Json = {
  objectClassName: "entity",
  roles: ["abuse"],
  vcardArray: jCard({
    fn: registrar.abuse.name,
    email: registrar.abuse.email,
    phone: registrar.abuse.phone,
    kind: "group",
  }),
};

/** The registrar in the forms that registries return: complete, without its name, or without an identifier. */
export const REGISTRAR = {
  whole: {
    objectClassName: "entity",
    handle: registrar.ianaId,
    roles: ["registrar"],
    publicIds: PUBLIC_IDS,
    vcardArray: jCard({ fn: registrar.name, kind: "org" }),
    entities: [ABUSE],
    links: [{ rel: "about", href: registrar.url, type: "text/html" }],
  },
  nameless: { objectClassName: "entity", roles: ["registrar"], publicIds: PUBLIC_IDS, entities: [ABUSE] },
  handleless: {
    objectClassName: "entity",
    roles: ["registrar"],
    vcardArray: jCard({ fn: registrar.name, kind: "org" }),
    entities: [ABUSE],
  },
} as const satisfies Record<string, Json>;

/** The redacted fields of the registrant, with their names (RFC 9537). */
const REDACTED = ["Registrant Name", "Registrant Email", "Registrant Phone", "Registrant Street"].map(
  (name) => ({
    name: { type: name },
    prePath: "$.entities[?(@.roles[0]=='registrant')]",
    method: "removal",
    reason: { description: "Server policy" },
  }),
);

const REGISTRANT: Json = {
  objectClassName: "entity",
  handle: registrant.handle,
  roles: ["registrant"],
  vcardArray: [
    "vcard",
    [
      ["version", {}, "text", "4.0"],
      ["org", {}, "text", registrant.organization],
      ["adr", { cc: registrant.country }, "text", ["", "", "", "", "", "", ""]],
    ],
  ],
};

/** The registrant with empty values in redacted fields, as some registries send it. */
const EMPTY_REGISTRANT: Json = {
  ...REGISTRANT,
  handle: "",
  vcardArray: [
    "vcard",
    [
      ["version", {}, "text", "4.0"],
      ["fn", {}, "text", ""],
      ["org", {}, "text", "REDACTED FOR PRIVACY"],
      ["adr", { cc: "" }, "text", ["", "", "", "", "", "", ""]],
      ["email", {}, "text", ""],
    ],
  ],
};

const event = (eventAction: string, eventDate: string) => ({ eventAction, eventDate });

/** Returns the object of a name server, with its addresses if the registry has glue for it. */
function nameServer(name: string, i: number): Json {
  const addresses = i === 0 ? addressesOf(hostOf(name)) : [];
  const v4 = addresses.filter((address) => !address.includes(":"));
  const v6 = addresses.filter((address) => address.includes(":"));
  const glue = addresses.length === 0 ? {} : { ipAddresses: { v4, v6 } };
  return { objectClassName: "nameserver", ldhName: name, ...glue };
}

/**
 * Returns the object of a registered domain (RFC 9083 section 5.3).
 * @param base base URL of the registry, with a slash at its end.
 */
export function domainObject(name: string, base: string, other: Json = {}): Json {
  const unicode = name.startsWith("xn--")
    ? { unicodeName: `münchen.${name.split(".").slice(1).join(".")}` }
    : {};
  return {
    objectClassName: "domain",
    handle: `${Bun.hash.crc32(name)}_DOMAIN-LAB`,
    ldhName: name,
    ...unicode,
    links: [
      {
        value: `${base}domain/${name}`,
        rel: "self",
        href: `${base}domain/${name}`,
        type: "application/rdap+json",
      },
      {
        value: `${base}domain/${name}`,
        rel: "related",
        href: `${registrar.rdap}domain/${name}`,
        type: "application/rdap+json",
      },
    ],
    status: REGISTRATION.status,
    entities: [REGISTRAR.whole, REGISTRANT],
    events: [
      event("registration", REGISTRATION.registered),
      event("expiration", REGISTRATION.expires),
      event("last changed", REGISTRATION.changed),
      event("last update of RDAP database", REGISTRATION.updated),
    ],
    nameservers: REGISTRATION.nameServers.map(nameServer),
    secureDNS: { delegationSigned: true, dsData: [REGISTRATION.ds] },
    redacted: REDACTED,
    ...other,
  };
}

/** Returns the entities of a domain with the given form of the registrar. */
export function entities(shown: Json): { readonly entities: readonly Json[] } {
  return { entities: [shown, REGISTRANT] };
}

/** A domain's entities with empty values in redacted fields. */
export const EMPTY = { entities: [REGISTRAR.whole, EMPTY_REGISTRANT] };
