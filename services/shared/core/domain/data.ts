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

/** Title of a record type's schema, such as `ARecord`. */
function titleOf(type: string): string {
  return `${type.charAt(0)}${type.slice(1).toLowerCase()}Record`;
}

/** Schema of a record's `data`, by record type. */
const FIELDS = {
  A: Type.Object({ address: text("IPv4 address.") }),
  AAAA: Type.Object({ address: text("IPv6 address (RFC 5952).") }),
  CNAME: Type.Object({ target: text("Name that the alias points to.") }),
  NS: Type.Object({ target: text("Name of the name server.") }),
  PTR: Type.Object({ target: text("Host name of the address.") }),
  MX: Type.Object({
    preference: number("Preference of this mail server; the lowest value is tried first."),
    exchange: text("Name of the mail server; `.` means that the domain accepts no mail (RFC 7505)."),
  }),
  SOA: Type.Object({
    mname: text("Name of the primary name server."),
    rname: text("Mailbox of the zone's administrator, written as a domain name."),
    mailbox: nullable(
      text(
        "Mailbox of the zone's administrator as an e-mail address; null if `rname` is not a valid mailbox name.",
      ),
    ),
    serial: number("Serial number, which is the version of the zone."),
    refresh: number("Seconds after which secondary servers check for a new version of the zone."),
    retry: number("Seconds after which secondary servers repeat a failed check."),
    expire: number(
      "Seconds after which secondary servers stop answering if they cannot reach the primary server.",
    ),
    minimum: number("Maximum number of seconds for which negative answers may be cached (RFC 2308)."),
  }),
  TXT: Type.Object({
    text: text(
      "The record's strings joined without a separator; bytes that are not valid UTF-8 are written as \\DDD.",
    ),
    strings: Type.Array(Type.String(), { description: "The record's strings, separately." }),
  }),
  CAA: Type.Object({
    flags: number("Flags; 128 means that the property is critical."),
    tag: text("Name of the property, such as `issue`."),
    value: text("Value of the property."),
  }),
  SRV: Type.Object({
    priority: number("Priority of this host; the lowest value is tried first."),
    weight: number("Relative share of the requests among hosts of the same priority."),
    port: number("Port of the service."),
    target: text("Name of the host; `.` means that the service is not offered."),
  }),
  DS: Type.Object({
    keyTag: number("Key tag of the DNSKEY that the DS refers to."),
    algorithm: number("DNSSEC algorithm number."),
    algorithmName: nullable(text("Mnemonic of the algorithm; null if it has none.")),
    digestType: number("Digest type number (RFC 4034)."),
    digest: text("Digest of the key, in hexadecimal."),
  }),
  DNSKEY: Type.Object({
    flags: number("256 is a zone key, 257 a zone key with the SEP bit (key signing key)."),
    protocol: number("Protocol number, which is always 3."),
    algorithm: number("DNSSEC algorithm number."),
    algorithmName: nullable(text("Mnemonic of the algorithm; null if it has none.")),
    publicKey: text("Public key in base64."),
    keyTag: number("Key tag (RFC 4034 B), which DS and RRSIG records use to refer to this key."),
  }),
  NAPTR: Type.Object({
    order: number("Order of processing; the lowest value comes first."),
    preference: number("Preference among records of the same order; the lowest value comes first."),
    flags: text("Flags that control how the record is used (RFC 3403)."),
    services: text("Service and protocol that the record offers."),
    regexp: text("Substitution expression for the client's string."),
    replacement: text("Next name to look up."),
  }),
  TLSA: Type.Object({
    usage: number("Certificate usage (RFC 6698), from 0 to 3."),
    selector: number("Selector: 0 is the full certificate, 1 its public key."),
    matchingType: number("Matching type: 0 is the exact content, 1 SHA-256, 2 SHA-512."),
    certificate: text("Certificate association data in hexadecimal."),
  }),
  HTTPS: Type.Object({
    priority: number("Priority of the record; 0 means that the record is an alias."),
    target: text("Name of the host; `.` means the record's own name."),
    params: Type.Object(
      {},
      { additionalProperties: true, description: "Service parameters by key (RFC 9460)." },
    ),
  }),
} as const satisfies Record<ShownType, TSchema>;

const OtherFields = Type.Object(
  {},
  { additionalProperties: true, description: "Fields of a record of any other type, or its bytes as `hex`." },
);

/** Fields that all records have. Their descriptions are in `AnyRecord`. */
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

/** Schema of a record of any type. */
export const AnyRecord = Type.Object(
  {
    name: text("Owner name of the record, without a trailing dot."),
    type: text("Type of the record, such as `MX`."),
    ttl: number("TTL in seconds; from a resolver, the seconds that remain."),
    value: text("Record data in presentation format, as dig prints it."),
    data: Type.Union([...SHOWN_TYPES.map(fieldsOf), OtherFields]),
  },
  { title: "Record" },
);

/** Schema of a server that was queried. */
export const Server = Type.Object(
  {
    name: text("Name of the server, or `resolver` for our own resolver."),
    address: text("IP address of the server."),
  },
  { title: "Server" },
);
const reason = nullable(enumeration(REASON_CODES, "Why the result is unknown; null if it is known."));
/** Schema of the state of one record type at a name. */
export const Status = enumeration(
  ["answer", "nodata", "unknown"],
  "answer: the name has records of this type. nodata: the name has no records of this type. unknown: this could not be determined.",
);

const TypeState = Type.Object(
  {
    status: Status,
    reason,
    source: nullable(
      enumeration(
        ["authoritative", "parent", "resolver", "planned"],
        "Where the answer comes from: a name server of the zone (authoritative), a name server of its parent zone (parent), our resolver (resolver), or the caller's parameter `ds` (planned).",
      ),
    ),
    server: nullable(Server),
  },
  { title: "TypeState" },
);

/** Results of matching a DS record with the zone's keys. */
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
/** The first part that is missing from an incomplete proof of denial. */
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
  "leaves_zone",
] as const satisfies readonly ProofGap[];
const algorithm = number("DNSSEC algorithm number of the key.");

/** Schema of one zone in the chain of trust from the root, as judged by this API's own validation. */
const ChainLink = Type.Object(
  {
    zone: text("Name of the zone; empty for the root."),
    status: enumeration(TRUSTS, "DNSSEC status of the zone."),
    reason: nullable(enumeration(TRUST_REASONS, "Why the zone is not secure; null if it is secure.")),
    ds: Type.Array(
      Type.Object({
        keyTag: number("Key tag of the DNSKEY that the DS refers to."),
        algorithm,
        digestType: number("Digest type number of the DS (RFC 4034)."),
        state: enumeration(
          DS_LINKS,
          "Result of matching the DS with the zone's keys: `secure`, or the first check that failed.",
        ),
      }),
      { description: "DS records of the zone at its parent; for the root, our trust anchors." },
    ),
    key: nullable(
      Type.Object(
        {
          keyTag: number("Key tag of the key."),
          algorithm,
          bits: nullable(number("Length of the key in bits; null if it is not known.")),
        },
        { description: "The zone's key that matches a DS; null if no key matches." },
      ),
    ),
    keys: number("Number of the zone's keys that can be trusted."),
  },
  { title: "ChainLink" },
);

/** Schema of RRsets or denials of a secure zone whose validation fails. */
const SignatureFailure = Type.Object(
  {
    name: text("Owner name of the RRsets, or the name whose existence is denied."),
    types: Type.Array(Type.String(), {
      description: "Types of the RRsets, or the types whose existence is denied.",
    }),
    state: enumeration(
      FAILURE_STATES,
      "Why validation fails. missing: there is no signature. not_denied: nothing proves that there are no such records. opt_out and iterations: the answer is insecure, not bogus.",
    ),
    gap: nullable(
      enumeration(
        PROOF_GAPS,
        "First missing part of the proof of denial; null if the failure is not about such a proof.",
      ),
    ),
    servers: Type.Array(Server, { description: "Servers whose answer fails validation in this way." }),
    everywhere: Type.Boolean({ description: "True if no server returns an answer that passes validation." }),
    keyTag: nullable(number("Key tag of the signature; null if there is no signature.")),
    signer: nullable(text("Zone that made the signature; null if there is no signature.")),
    inception: nullable(
      Type.String({ format: "date-time", description: "Start of the signature's validity, in UTC." }),
    ),
    expiration: nullable(
      Type.String({ format: "date-time", description: "End of the signature's validity, in UTC." }),
    ),
  },
  { title: "SignatureFailure" },
);

/** Schemas of the fields that describe a name and its zone. Several tools include them in their `data`. */
export const DOMAIN_FIELDS = {
  zone: nullable(
    text("Zone that contains the name; null if the call has `type` or if the zone could not be found."),
  ),
  nameServers: nullable(
    Type.Array(
      Type.Object(
        {
          name: text("Name of the name server."),
          addresses: Type.Array(Type.String(), { description: "IP addresses of the name server." }),
          alias: nullable(text("Target if the server's name is an alias (CNAME); null if it is not.")),
          reason,
        },
        { title: "NameServer" },
      ),
      {
        description: "Name servers of the zone; null if they were not requested or could not be determined.",
      },
    ),
  ),
  delegation: nullable(
    Type.Object(
      {
        parent: text("Name of the parent zone; empty for the root."),
        server: nullable(Server),
        nameServers: Type.Array(
          Type.Object({
            name: text("Name of the name server."),
            glue: Type.Array(Type.String(), {
              description: "Addresses that the parent zone returns for the name server.",
            }),
          }),
          { description: "Name servers in the delegation." },
        ),
        ttl: nullable(number("TTL of the delegation in seconds.")),
      },
      {
        title: "Delegation",
        description:
          "Delegation of the zone as the parent's name servers return it. If the call has `ns`, this is the planned delegation, and `server` and `ttl` are null. null if the delegation was not requested or could not be determined.",
      },
    ),
  ),
  exchanges: nullable(
    Type.Array(
      Type.Object(
        {
          name: text("Name of the mail server."),
          addresses: Type.Array(Type.String(), {
            description:
              "IP addresses of the mail server. If the list is empty and `reason` is null, the mail server has no addresses.",
          }),
          alias: nullable(text("Target if the server's name is an alias (CNAME); null if it is not.")),
          reason,
        },
        { title: "MailExchange" },
      ),
      {
        description:
          "Mail servers named by the MX records; null if the call has `type` or if the MX records are not known.",
      },
    ),
  ),
  types: Type.Object(Object.fromEntries(SHOWN_TYPES.map((type) => [type, Type.Optional(TypeState)])), {
    title: "TypeStates",
    description: "State of every requested record type.",
  }),
  records: Type.Object(RecordsOfType, {
    title: "Records",
    description:
      "Records of every requested type. null means that they could not be determined; [] means that there are provably none.",
  }),
  differences: nullable(
    Type.Array(
      Type.Object(
        {
          type: enumeration(SHOWN_TYPES, "Record type for which the answers differ."),
          answers: Type.Array(
            Type.Object({
              status: enumeration(
                ["answer", "nodata", "nxdomain"],
                "Kind of answer that these servers return.",
              ),
              values: Type.Array(Type.String(), {
                description: "Record values in presentation format, sorted.",
              }),
              servers: Type.Array(Server),
            }),
          ),
        },
        { title: "Difference" },
      ),
      {
        description:
          "Record types for which the zone's name servers return different answers. Servers that did not answer are not included. null if the call has `type` or if no server answered.",
      },
    ),
  ),
  dnssec: nullable(
    Type.Object(
      {
        status: enumeration(
          TRUSTS,
          "DNSSEC status from our own validation of the chain of trust from the root, or from our resolver if the chain could not be followed. insecure: the parent has no DS for the zone, or NSEC3 proves nothing about the denied name (opt-out, too many iterations). bogus: the signatures do not verify.",
        ),
        signed: nullable(
          Type.Boolean({
            description: "True if the zone's name servers send signatures; null if none of them answered.",
          }),
        ),
        ds: nullable(
          Type.Boolean({
            description:
              "True if the parent zone has a DS for the name; null if the name is not a zone or if this could not be determined.",
          }),
        ),
        signaturesExpire: nullable(
          Type.String({
            format: "date-time",
            description:
              "Earliest expiration of the signatures in the answers, in UTC; null if there were no signatures.",
          }),
        ),
        resolver: Type.Object(
          {
            status: enumeration(TRUSTS, "DNSSEC status of the zone's SOA according to our resolver."),
            errors: Type.Array(ExtendedError, {
              description: "Extended DNS errors that our resolver returned (RFC 8914).",
            }),
          },
          { description: "Result of our validating resolver, as an independent second check." },
        ),
        chain: Type.Array(ChainLink, {
          description: "Zones from the root down to this zone; empty if the chain was not checked.",
        }),
        failures: Type.Array(SignatureFailure, {
          description: "RRsets and denials about the name that fail validation although the zone is secure.",
        }),
      },
      {
        title: "Dnssec",
        description:
          "DNSSEC state of the name and its zone; null if the call has `type` or if the zone was not found.",
      },
    ),
  ),
};

const Domain = Type.Object(DOMAIN_FIELDS);

/** State of one record type at a name. */
export type TypeState = Static<typeof TypeState>;
/** Status of one record type at a name. */
export type Status = Static<typeof Status>;

/** What an answer shows about a name and its zone. */
export type DomainData = Omit<Static<typeof Domain>, "types" | "records"> & {
  readonly types: Partial<Record<ShownType, TypeState>>;
  readonly records: Partial<Record<ShownType, readonly DnsRecord[] | null>>;
};
/** A record type for which the zone's servers return different answers. */
export type Difference = NonNullable<DomainData["differences"]>[number];
