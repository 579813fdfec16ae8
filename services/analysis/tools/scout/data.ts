import { DOMAIN_FIELDS, type DomainData } from "@dnstools/core/domain/data";
import { REASON_CODES } from "@dnstools/core/tool/outcome";
import { enumeration, nullable } from "@dnstools/core/tool/schema";
import { Verdict } from "@dnstools/core/tool/verdict";
import { type Static, Type } from "@sinclair/typebox";

const text = (description: string) => Type.String({ description });
const number = (description: string) => Type.Integer({ description });
const texts = (description: string) => Type.Array(Type.String(), { description });
const reason = nullable(
  enumeration(REASON_CODES, "Reason why the result is unknown or a query failed; null if neither applies."),
);

/** Fields that every section has. */
const HEAD = {
  status: {
    ...enumeration(
      ["ok", "partial", "unknown"],
      "ok: everything is known. partial: something could not be determined. unknown: nothing could be determined.",
    ),
    title: "ScoutSectionStatus",
  },
  reason,
  complete: Type.Boolean({ description: "True if every query was sent and answered." }),
  coverage: Type.Object(
    {
      wanted: number(
        "Number of items to determine: names, addresses or servers; in `records` also record types, in `email` also texts.",
      ),
      known: number("Number of items that were determined, whether they exist or not."),
      questions: number("Number of DNS queries that this section sent."),
      failed: number("Number of DNS queries without a usable answer."),
      elapsedMs: number("Milliseconds from the start of the call to the end of the section."),
      stoppedBy: nullable(
        enumeration(
          ["time", "questions"],
          "What stopped the section early: its time limit, or the maximum number of queries in a call. Null if nothing did.",
        ),
      ),
    },
    { title: "Coverage" },
  ),
};

const Existence = enumeration(
  ["yes", "no", "unknown"],
  "yes: the host has an address. no: the host does not exist, or has no address. unknown: this could not be determined, or the record names no host.",
);

const Server = Type.Object({
  name: text("Host name of the name server."),
  address: text("IP address of the name server."),
  udp: Type.Object({
    status: enumeration(["ok", "unknown"], "ok: the server gives an authoritative answer over UDP."),
    reason,
    elapsedMs: number("Milliseconds until the answer over UDP."),
  }),
  tcp: Type.Object({
    status: enumeration(["ok", "unknown"], "ok: the server gives an authoritative answer over TCP."),
    reason,
    elapsedMs: number("Milliseconds until the answer over TCP."),
  }),
  authoritative: nullable(
    Type.Boolean({ description: "Value of the AA flag; null if the server did not answer." }),
  ),
  serial: nullable(number("Serial number of the zone at this server; null if unknown.")),
  edns: nullable(
    Type.Boolean({ description: "True if the server supports EDNS (RFC 6891); null if it did not answer." }),
  ),
  recursion: enumeration(
    ["open", "closed", "unknown"],
    "open: the server resolved a name of another zone for this API, so it does so for every client. closed: the server did not resolve it. unknown: this could not be determined.",
  ),
  nsid: nullable(
    text(
      "Identifier of the machine that answered, as sent by the server (NSID, RFC 5001); null if none was sent.",
    ),
  ),
});

const Records = Type.Object({ ...HEAD, ...DOMAIN_FIELDS, servers: Type.Array(Server) });

const codes = texts(
  "Codes of the errors and warnings of the tool `mail`, by the DKIM selectors tried here. Ask it for their texts, for failed lookups and dangling aliases, and for a better record.",
);

const Published = Type.Object(
  {
    status: enumeration(
      ["valid", "warning", "invalid", "absent", "unknown"],
      "The status that the tool `mail` gives, for MTA-STS and BIMI by the record alone. warning: the worst finding is a warning. invalid: there is an error. absent: there is no record. unknown: this could not be determined.",
    ),
    reason,
    findings: codes,
    record: nullable(text("Text of the record; null if there is none, or more than one.")),
  },
  { title: "PublishedRecord" },
);

const Email = Type.Object({
  ...HEAD,
  mx: nullable(
    Type.Array(
      Type.Object({
        preference: number("Mail servers with a lower preference are tried first."),
        exchange: text("Host name of the mail server; `.` means that the domain accepts no mail (RFC 7505)."),
        addresses: nullable(texts("IP addresses of the mail server; null if they could not be determined.")),
      }),
      { description: "Mail servers, at most 20; null if they could not be determined." },
    ),
  ),
  spf: Type.Object({
    ...Published.properties,
    all: nullable(
      text("Rule for all other senders: `-all`, `~all`, `?all` or `+all`; null if the record has none."),
    ),
    includes: texts("Domains whose SPF records are included, at most 20."),
  }),
  dmarc: Type.Object({
    ...Published.properties,
    domain: nullable(
      text(
        "Domain whose policy applies: the domain itself or one above it (RFC 9989 4.10); null if there is none.",
      ),
    ),
    policy: nullable(
      enumeration(
        ["none", "quarantine", "reject"],
        "Policy that applies to the domain; null if there is none.",
      ),
    ),
  }),
  dkim: Type.Object({
    status: enumeration(
      ["valid", "warning", "invalid", "absent", "not_found_in_tried", "unknown"],
      "The status that the tool `mail` gives for the selectors that were tried. absent: no selector exists (RFC 8020). not_found_in_tried: none of the selectors that were tried has a key in use; the domain may use other selectors. unknown: this could not be determined.",
    ),
    reason,
    findings: codes,
    wildcard: nullable(
      Type.Boolean({
        description:
          "True if a random selector gets an answer too, so no selectors are tried. Null if unknown.",
      }),
    ),
    tried: number("Number of selectors that were tried."),
    keys: Type.Array(
      Type.Object({
        selector: Type.String(),
        provider: text("Mail provider that uses this selector."),
        status: enumeration(
          ["valid", "weak", "invalid", "revoked", "not_a_key", "missing"],
          "Result of checking the key (RFC 6376 3.6.1, RFC 8301). missing: there is an alias, but no record at its target.",
        ),
        type: nullable(text("Type of the key, such as rsa or ed25519.")),
        bits: nullable(number("Size of an RSA key in bits; null for other keys.")),
      }),
    ),
  }),
  mtaSts: Published,
  tlsRpt: Published,
  bimi: Published,
});

const Wildcard = Type.Object(
  {
    level: text("Name below which random names were queried."),
    type: Type.String(),
    kind: enumeration(
      ["fixed", "rotating", "nodata", "unknown"],
      "fixed: all random names get the same answer. rotating: random names get different answers. nodata: random names exist without records of the type. unknown: this could not be determined.",
    ),
    selective: Type.Boolean({ description: "True if some random names exist and others do not." }),
    signed: Type.Boolean({
      description: "True if signatures prove that the answers come from a wildcard (RFC 4034 3.1.3).",
    }),
    values: texts("Values that random names get, at most 10."),
    aliases: texts(
      "Targets of the aliases that random names get, at most 10, with `*` for the random label itself.",
    ),
    dname: nullable(
      Type.Object(
        { owner: text("Owner name of the DNAME record."), target: text("Target of the DNAME record.") },
        {
          description:
            "DNAME record that redirects all names below its owner (RFC 6672); null if there is none.",
        },
      ),
    ),
    probes: number("Number of random names that were queried."),
  },
  { title: "Wildcard" },
);

const PROOFS = ["no_wildcard", "signature", "other_answer", "other_ttl", "other_types"] as const;
const proof = nullable(
  enumeration(
    PROOFS,
    "Proof that the name exists and does not come from a wildcard. no_wildcard: there is no wildcard. signature: the name has a " +
      "signature of its own. other_answer: the answer differs from that of random names. other_ttl: only the TTL differs. " +
      "other_types: the name has other record types. Null if there is no proof.",
  ),
);

const Name = Type.Object(
  {
    name: Type.String(),
    proof,
    delegated: Type.Boolean({
      description: "True if the name is the apex of another zone with its own servers.",
    }),
    nameServers: texts("Name servers to which the zone delegates the name, at most 10."),
    aliases: texts(
      "Targets of the name's aliases in order, at most 8, and the end of the CNAME chain as found by this API's resolver.",
    ),
    target: nullable(
      enumeration(
        ["exists", "missing", "unregistered", "unknown"],
        "State of the last alias target. missing: the target does not exist. unregistered: neither the target nor its domain exists in the DNS. unknown: this could not be determined. Null if there is no alias.",
      ),
    ),
    reason,
    records: Type.Array(
      Type.Object({
        type: Type.String(),
        ttl: nullable(
          number("TTL in seconds; null behind an alias, and for records that this API's resolver found."),
        ),
        values: texts("Values of the records, at most 10."),
        total: number("Number of values; -1 if the answer is larger than this API reads."),
      }),
      {
        description:
          "A and AAAA records; if there are none, MX, TXT and DNAME records. Empty if the name has none of these: it may have records of other types, or only names below it.",
      },
    ),
  },
  { title: "FoundName" },
);

const Names = {
  names: Type.Array(Name, { description: "Names that exist." }),
  indistinguishable: Type.Array(Name, {
    description: "Names with the same answer as random names, at most 10. These names may or may not exist.",
  }),
  indistinguishableTotal: number("Number of names with the same answer as random names."),
  fromWildcard: number(
    "Number of names that exist only because of a wildcard, as signatures prove, or that a DNAME record redirects. They are not listed.",
  ),
  unknown: texts("Names for which it could not be determined whether they exist, at most 50."),
  wildcards: Type.Array(Wildcard),
};

const Service = Type.Object(
  {
    name: Type.String(),
    use: text("Purpose of the service."),
    proof,
    records: Type.Array(
      Type.Object({
        priority: number("Hosts with a lower priority are tried first."),
        weight: number(
          "Relative weight among hosts with the same priority: a host with a higher weight gets more clients.",
        ),
        port: number("Port of the service."),
        target: text("Host that offers the service; `.` means that the service is not offered."),
        addresses: nullable(
          texts("IP addresses of the host; null if they could not be determined, or if there are none."),
        ),
        targetExists: Existence,
      }),
    ),
  },
  { title: "FoundService" },
);

const Srv = Type.Object({
  ...HEAD,
  services: Type.Array(Service),
  indistinguishable: Type.Array(Service, {
    description:
      "Services with the same answer as random names, at most 10. These services may or may not exist.",
  }),
  indistinguishableTotal: Names.indistinguishableTotal,
  fromWildcard: Names.fromWildcard,
  unknown: Names.unknown,
  wildcards: Names.wildcards,
});

const Axfr = Type.Object({
  ...HEAD,
  zone: nullable(text("Zone whose transfer was requested; null if the zone was not found.")),
  servers: Type.Array(
    Type.Object({
      name: text("Host name of the name server."),
      address: text("IP address of the name server."),
      result: enumeration(
        [
          "allowed",
          "refused",
          "notauth",
          "not_implemented",
          "not_transferred",
          "unfinished",
          "no_tcp",
          "timeout",
          "failed",
          "not_asked",
        ],
        "allowed: the whole zone was received, from the first SOA record to the second one. refused: the server refused. notauth: the " +
          "server answered NOTAUTH. not_implemented: the server answered NOTIMP. not_transferred: the server answered without a record or with " +
          "another code, or closed the connection without an answer. unfinished: the transfer began, but broke off or reached this " +
          "API's limit. no_tcp: no TCP connection was possible. timeout: no record came over the connection. failed: another error " +
          "occurred. not_asked: this API did not query the server; see `reason`.",
      ),
      reason,
      rcode: nullable(text("RCODE of the server's first message; null if none came.")),
      records: number("Number of records received."),
      bytes: number("Number of bytes received."),
      elapsedMs: number("Milliseconds that the transfer took."),
    }),
  ),
  records: nullable(
    Type.Array(
      Type.Object({
        name: Type.String(),
        type: Type.String(),
        ttl: number("TTL in seconds."),
        value: text("Value in presentation form, at most 512 characters."),
      }),
      {
        description:
          "First 100 records received, if a server lets every client transfer the zone; null if no server does.",
      },
    ),
  ),
});

const Ptr = Type.Object({
  ...HEAD,
  addresses: Type.Array(
    Type.Object({
      address: Type.String(),
      of: texts("Names that have this address, at most 20."),
      names: nullable(
        Type.Array(
          Type.Object({
            name: Type.String(),
            confirmed: nullable(
              Type.Boolean({
                description: "True if the name resolves back to the address; null if unknown.",
              }),
            ),
            reason: nullable(
              text("Why the name does not resolve back to the address, or why this is unknown."),
            ),
          }),
          {
            description: "Host names of the address (PTR), at most 5; null if they could not be determined.",
          },
        ),
      ),
      fcrdns: Verdict,
    }),
    { description: "Addresses that were found, at most 250." },
  ),
});

/** Schema of `data` in an answer of the scout tool. */
export const Data = Type.Object({
  domain: Type.String(),
  zone: nullable(text("Zone that contains the domain; null if it was not found.")),
  politeness: Type.Object(
    {
      questions: number(
        "Number of DNS queries in this call. A query that is lost, or whose reply is truncated, takes a second packet.",
      ),
      questionsMost: nullable(number("Maximum number of DNS queries in one call; null for no limit.")),
      perServerPerSecond: nullable(
        number(
          "Maximum number of queries per second to one address over all calls, after a burst; null for no limit.",
        ),
      ),
      burst: nullable(
        number("Maximum number of queries sent at once to an idle address; null for no limit."),
      ),
    },
    { description: "Limits for the DNS queries of this call." },
  ),
  records: nullable(Records),
  email: nullable(Email),
  srv: nullable(Srv),
  subdomains: nullable(Type.Object({ ...HEAD, ...Names })),
  axfr: nullable(Axfr),
  ptr: nullable(Ptr),
});

type All = Static<typeof Data>;
type Of<K extends keyof All> = NonNullable<All[K]>;
/** One address of a name server. */
export type ServerData = Static<typeof Server>;
/** Data of the section `email`. */
export type EmailData = Of<"email">;
/** A name below the domain. */
export type NameData = Static<typeof Name>;
/** A wildcard, or another source of answers for random names, such as a DNAME record. */
export type WildcardData = Static<typeof Wildcard>;
/** A service with its SRV records. */
export type ServiceData = Static<typeof Service>;
/** Data of the section `subdomains`. */
export type SubdomainsData = Of<"subdomains">;
/** Data of the section `srv`. */
export type SrvData = Of<"srv">;
/** Data of the section `axfr`. */
export type AxfrData = Of<"axfr">;
/** Data of the section `ptr`. */
export type PtrData = Of<"ptr">;
/** The fields that every section has. */
export type Head = Pick<AxfrData, keyof typeof HEAD>;
/** Data of the section `records`. */
export type RecordsData = Head & DomainData & { readonly servers: ServerData[] };

/** The `data` in an answer of the scout tool; a section that was not requested is null. */
export type ScoutData = Omit<All, "records"> & { readonly records: RecordsData | null };
