import { type Static, type TSchema, Type } from "@sinclair/typebox";
import type { DnsRecord } from "../protocol/dns/record.ts";
import { SHOWN_TYPES, type ShownType } from "../protocol/dns/record.ts";
import type { ProofGap } from "../protocol/dnssec/denial/proof.ts";
import type { DsLink } from "../protocol/dnssec/keys/match-ds.ts";
import { ExtendedError } from "../tool/evidence.ts";
import { REASON_CODES } from "../tool/outcome.ts";
import { enumeration, nullable } from "../tool/schema.ts";
import { FAILURE_STATES } from "./signed-answers.ts";
import { TRUST_REASONS, TRUSTS } from "./trust-chain.ts";

const text = (description: string) => Type.String({ description });
const number = (description: string) => Type.Integer({ description });

/** `ARecord` and so on. */
function titleOf(type: string): string {
  return `${type.charAt(0)}${type.slice(1).toLowerCase()}Record`;
}

/** Schema of `data` in a record, by type. */
const FIELDS = {
  A: Type.Object({ address: text("IPv4 address.") }),
  AAAA: Type.Object({ address: text("IPv6 address (RFC 5952).") }),
  CNAME: Type.Object({ target: text("Name the alias stands for.") }),
  NS: Type.Object({ target: text("Name of the server.") }),
  PTR: Type.Object({ target: text("Name of the host.") }),
  MX: Type.Object({
    preference: number("Lower is tried first."),
    exchange: text("Mail server; `.` takes no mail (RFC 7505)."),
  }),
  SOA: Type.Object({
    mname: text("Primary server."),
    rname: text("Mailbox of the person responsible, as a name."),
    mailbox: nullable(text("The same as an e-mail address.")),
    serial: number("Version of the zone."),
    refresh: number("Seconds."),
    retry: number("Seconds."),
    expire: number("Seconds."),
    minimum: number("Seconds negative answers are kept (RFC 2308)."),
  }),
  TXT: Type.Object({
    text: text("The strings joined without a separator; bytes that are no UTF-8 as \\DDD."),
    strings: Type.Array(Type.String(), { description: "The strings one by one." }),
  }),
  CAA: Type.Object({
    flags: number("128: critical."),
    tag: text("Property."),
    value: text("Value of the property."),
  }),
  SRV: Type.Object({
    priority: number("Lower is tried first."),
    weight: number("Share within a priority."),
    port: number("Port."),
    target: text("Host; `.` offers nothing."),
  }),
  DS: Type.Object({
    keyTag: number("Key tag."),
    algorithm: number("DNSSEC algorithm number."),
    algorithmName: nullable(text("Its mnemonic; null where it has none.")),
    digestType: number("Digest type number."),
    digest: text("Digest in hex."),
  }),
  DNSKEY: Type.Object({
    flags: number("256: zone key, 257: with SEP."),
    protocol: number("Always 3."),
    algorithm: number("DNSSEC algorithm number."),
    algorithmName: nullable(text("Its mnemonic; null where it has none.")),
    publicKey: text("Key in base64."),
    keyTag: number("Key tag (RFC 4034 B), to match DS and RRSIG with."),
  }),
  NAPTR: Type.Object({
    order: number("Lower first."),
    preference: number("Lower first within an order."),
    flags: text("Flags."),
    services: text("Services."),
    regexp: text("Substitution."),
    replacement: text("Next name."),
  }),
  TLSA: Type.Object({
    usage: number("Certificate usage."),
    selector: number("Selector."),
    matchingType: number("Matching type."),
    certificate: text("Certificate association data in hex."),
  }),
  HTTPS: Type.Object({
    priority: number("0: an alias."),
    target: text("Host; `.` is the name itself."),
    params: Type.Object({}, { additionalProperties: true, description: "Parameters by key (RFC 9460)." }),
  }),
} as const satisfies Record<ShownType, TSchema>;

const OtherFields = Type.Object(
  {},
  { additionalProperties: true, description: "Another type: its fields, or its bytes as `hex`." },
);

/** What all records have. It is described at `Record` alone. */
const RECORD_FIELDS = { name: Type.String(), ttl: Type.Integer(), value: Type.String() };

function fieldsOf(type: ShownType): TSchema {
  return { ...FIELDS[type], title: `${titleOf(type)}Data` };
}

function recordOf(type: ShownType): TSchema {
  return Type.Object(
    { ...RECORD_FIELDS, type: Type.Literal(type), data: fieldsOf(type) },
    { title: titleOf(type) },
  );
}

const RecordsOfType = Object.fromEntries(
  SHOWN_TYPES.map((type) => [type, Type.Optional(nullable(Type.Array(recordOf(type))))]),
);

/** A record of any type. */
export const AnyRecord = Type.Object(
  {
    name: text("Owner, without a trailing dot."),
    type: text("Record type."),
    ttl: number("Seconds; from a resolver, the seconds left."),
    value: text("The data in presentation form, as dig prints it."),
    data: Type.Union([...SHOWN_TYPES.map(fieldsOf), OtherFields]),
  },
  { title: "Record" },
);

/** A server that was asked. */
export const Server = Type.Object(
  {
    name: text("Name of the server, or `resolver`."),
    address: text("Its address."),
  },
  { title: "Server" },
);
const reason = nullable(enumeration(REASON_CODES, "Why it is unknown."));
export const Status = enumeration(
  ["answer", "nodata", "unknown"],
  "answer: there are records. nodata: the name has none of this type. unknown: could not find out.",
);

const TypeState = Type.Object(
  {
    status: Status,
    reason,
    source: nullable(
      enumeration(
        ["authoritative", "parent", "resolver", "planned"],
        "Who said it: one of the zone's own servers, one of its parent's, our resolver, or the caller (`ds`).",
      ),
    ),
    server: nullable(Server),
  },
  { title: "TypeState" },
);

/** How far a DS leads. */
const DS_LINKS = [
  "secure",
  "unsupported_digest",
  "unsupported_algorithm",
  "ignored",
  "no_key",
  "wrong_digest",
  "revoked",
  "not_a_zone_key",
  "key_does_not_sign",
  "unsupported_key",
  "not_checked",
] as const satisfies readonly DsLink[];
/** What a proof of denial lacks first. */
const PROOF_GAPS = [
  "no_records",
  "signatures",
  "no_closest_encloser",
  "name_not_covered",
  "wildcard_not_covered",
  "name_exists",
  "type_exists",
  "wildcard_not_matched",
  "ancestor_delegation",
  "child_apex",
  "no_delegation",
  "parameters",
] as const satisfies readonly ProofGap[];
const algorithm = number("DNSSEC algorithm number.");

/** A zone on the way from the root, as our own check sees it. */
const ChainLink = Type.Object(
  {
    zone: text("The zone; empty for the root."),
    status: enumeration(TRUSTS, "How far it can be trusted."),
    reason: nullable(enumeration(TRUST_REASONS, "Why it is not secure; null where it is.")),
    ds: Type.Array(
      Type.Object({
        keyTag: number("Key tag of the key that it names."),
        algorithm,
        digestType: number("Digest type number."),
        state: enumeration(DS_LINKS, "How far it leads: `secure`, or the first thing that it lacks."),
      }),
      { description: "The DS at its parent, of the root our trust anchors." },
    ),
    key: nullable(
      Type.Object(
        {
          keyTag: number("Key tag."),
          algorithm,
          bits: nullable(number("Length; null where it is not known.")),
        },
        { description: "The key that a DS leads to; null where there is none." },
      ),
    ),
    keys: number("How many keys of the zone can be trusted."),
  },
  { title: "ChainLink" },
);

/** RRsets, or denials, of a secure zone that are not secure themselves. */
const SignatureFailure = Type.Object(
  {
    name: text("Owner of the RRsets, or the name that is denied."),
    types: Type.Array(Type.String(), { description: "Their types, or those that are denied." }),
    state: enumeration(
      FAILURE_STATES,
      "What is wrong. missing: there is no signature. not_denied: nothing proves that there are no such records. opt_out and iterations: not bogus, but insecure.",
    ),
    gap: nullable(enumeration(PROOF_GAPS, "Of a proof, the first thing that it lacks.")),
    servers: Type.Array(Server, { description: "The servers that give it so." }),
    everywhere: Type.Boolean({ description: "Whether no server gives an answer that verifies." }),
    keyTag: nullable(number("Key tag of the signature.")),
    signer: nullable(text("The zone that signed it.")),
    inception: nullable(Type.String({ format: "date-time", description: "When the signature begins, UTC." })),
    expiration: nullable(Type.String({ format: "date-time", description: "When it ends, UTC." })),
  },
  { title: "SignatureFailure" },
);

/** Schema of what is shown of a name as its zone has it: parts of the `data` of several tools. */
export const DOMAIN_FIELDS = {
  zone: nullable(text("The zone the name lies in; null with type, and when it could not be found.")),
  nameServers: nullable(
    Type.Array(
      Type.Object(
        {
          name: text("Name of the server."),
          addresses: Type.Array(Type.String(), { description: "Its addresses." }),
          alias: nullable(text("The name it is an alias for; null where it is none.")),
          reason,
        },
        { title: "NameServer" },
      ),
      { description: "The zone's servers; null when not asked for or not found out." },
    ),
  ),
  delegation: nullable(
    Type.Object(
      {
        parent: text("The parent zone; empty for the root."),
        server: nullable(Server),
        nameServers: Type.Array(
          Type.Object({
            name: text("Name of the server."),
            glue: Type.Array(Type.String(), { description: "Addresses the parent gives for it." }),
          }),
          { description: "The servers the parent names." },
        ),
        ttl: nullable(number("Seconds.")),
      },
      {
        title: "Delegation",
        description:
          "What the parent's own servers say of the zone, or what it is to say by `ns`: then `server` and `ttl` are null. null when not asked for or not found out.",
      },
    ),
  ),
  exchanges: nullable(
    Type.Array(
      Type.Object(
        {
          name: text("Name of the mail server."),
          addresses: Type.Array(Type.String(), {
            description: "Its addresses; none with `reason` null: there are none.",
          }),
          alias: nullable(text("The name it is an alias for; null where it is none.")),
          reason,
        },
        { title: "MailExchange" },
      ),
      { description: "The mail servers of the MX records; null with type, and where MX is not known." },
    ),
  ),
  types: Type.Object(Object.fromEntries(SHOWN_TYPES.map((type) => [type, Type.Optional(TypeState)])), {
    title: "TypeStates",
    description: "State of every type that was asked for.",
  }),
  records: Type.Object(RecordsOfType, {
    title: "Records",
    description:
      "Records of every type that was asked for. null: could not find out. []: proved that there are none.",
  }),
  differences: nullable(
    Type.Array(
      Type.Object(
        {
          type: enumeration(SHOWN_TYPES, "The type they differ about."),
          answers: Type.Array(
            Type.Object({
              status: enumeration(["answer", "nodata", "nxdomain"], "What these servers said."),
              values: Type.Array(Type.String(), { description: "Sorted, in presentation form." }),
              servers: Type.Array(Server),
            }),
          ),
        },
        { title: "Difference" },
      ),
      {
        description:
          "Types for which the zone's servers give different answers. Servers that did not answer are not counted. null with type, and where none answered.",
      },
    ),
  ),
  dnssec: nullable(
    Type.Object(
      {
        status: enumeration(
          TRUSTS,
          "By our own check of the chain of trust from the root, or by our resolver where that could not be followed. insecure: no DS at the parent vouches for signatures, or what is denied lies where NSEC3 proves nothing (opt-out, too many iterations). bogus: they do not verify.",
        ),
        signed: nullable(Type.Boolean({ description: "Whether the zone's servers give signatures." })),
        ds: nullable(
          Type.Boolean({
            description:
              "Whether the parent has a DS; null where the name is not a zone, or where it could not be found out.",
          }),
        ),
        signaturesExpire: nullable(
          Type.String({
            format: "date-time",
            description: "When the first of the signatures seen ends, UTC.",
          }),
        ),
        resolver: Type.Object(
          {
            status: enumeration(TRUSTS, "What our resolver makes of the zone's SOA."),
            errors: Type.Array(ExtendedError, { description: "Extended errors that it gave (RFC 8914)." }),
          },
          { description: "A second witness: our resolver, which checks signatures, too." },
        ),
        chain: Type.Array(ChainLink, {
          description: "The zones from the root down to this one; empty where they were not looked at.",
        }),
        failures: Type.Array(SignatureFailure, {
          description: "What the servers of a secure zone said of the name and is not secure itself.",
        }),
      },
      { title: "Dnssec", description: "null with type, and where the zone was not found." },
    ),
  ),
};

const Domain = Type.Object(DOMAIN_FIELDS);

export type TypeState = Static<typeof TypeState>;
export type Status = Static<typeof Status>;

/** What is shown of a name as its zone has it. */
export type DomainData = Omit<Static<typeof Domain>, "types" | "records"> & {
  readonly types: Partial<Record<ShownType, TypeState>>;
  readonly records: Partial<Record<ShownType, readonly DnsRecord[] | null>>;
};
export type Difference = NonNullable<DomainData["differences"]>[number];
