import { DOMAIN_FIELDS, type DomainData } from "@dnstools/core/domain/data";
import { REASON_CODES } from "@dnstools/core/tool/outcome";
import { enumeration, nullable } from "@dnstools/core/tool/schema";
import { Verdict } from "@dnstools/core/tool/verdict";
import { type Static, Type } from "@sinclair/typebox";

const text = (description: string) => Type.String({ description });
const number = (description: string) => Type.Integer({ description });
const texts = (description: string) => Type.Array(Type.String(), { description });
const reason = nullable(enumeration(REASON_CODES, "Why it is unknown."));

/** What every section says of itself. */
const HEAD = {
  status: {
    ...enumeration(
      ["ok", "partial", "unknown"],
      "ok: all is known. partial: something could not be found out. unknown: nothing could.",
    ),
    title: "ScoutSectionStatus",
  },
  reason,
  complete: Type.Boolean({ description: "Whether everything was asked and answered." }),
  coverage: Type.Object(
    {
      wanted: number("Names, addresses or servers to look at; of records and email types and texts."),
      known: number("Those of them that were found out, either way."),
      questions: number("Questions that this section asked."),
      failed: number("Of these without a usable answer."),
      elapsedMs: number("Milliseconds from the beginning of the call until it was done."),
      stoppedBy: nullable(
        enumeration(["time", "questions"], "What ended it before it was done; null where it was done."),
      ),
    },
    { title: "Coverage" },
  ),
};

const Existence = enumeration(
  ["yes", "no", "unknown"],
  "no: it does not exist, or has no address. unknown: it could not be found out, or there is none.",
);

const Server = Type.Object({
  name: text("Name of the server."),
  address: text("Its address."),
  udp: Type.Object({
    status: enumeration(["ok", "unknown"], "Whether it answers as an authority for the domain."),
    reason,
    elapsedMs: number("Milliseconds until its answer."),
  }),
  tcp: Type.Object({
    status: enumeration(["ok", "unknown"], "The same over TCP."),
    reason,
    elapsedMs: number("Milliseconds until its answer."),
  }),
  authoritative: nullable(Type.Boolean({ description: "AA; null where it did not answer." })),
  serial: nullable(number("Version of the zone that it has.")),
  edns: nullable(Type.Boolean({ description: "Whether it knows EDNS (RFC 6891)." })),
  recursion: enumeration(
    ["open", "closed", "unknown"],
    "open: it looked up a foreign name for us, a stranger.",
  ),
  nsid: nullable(text("Which of its machines it says it is (NSID, RFC 5001).")),
});

const Records = Type.Object({ ...HEAD, ...DOMAIN_FIELDS, servers: Type.Array(Server) });

const Published = Type.Object(
  {
    status: enumeration(
      ["valid", "invalid", "absent", "unknown"],
      "By its own grammar alone; `mail` follows it further.",
    ),
    reason,
    record: nullable(text("As it stands there; null where there is none, or more than one.")),
  },
  { title: "PublishedRecord" },
);

const Email = Type.Object({
  ...HEAD,
  mx: nullable(
    Type.Array(
      Type.Object({
        preference: number("Lower is tried first."),
        exchange: text("Mail server; `.` takes no mail (RFC 7505)."),
        addresses: nullable(texts("Null where they could not be found out.")),
      }),
      { description: "At most 20; null where it could not be found out." },
    ),
  ),
  spf: Type.Object({
    ...Published.properties,
    all: nullable(text("What is said of everybody else: `-all`, `~all`, `?all`, `+all`; null without.")),
    includes: texts("Whose senders it takes in."),
  }),
  dmarc: Type.Object({
    ...Published.properties,
    domain: nullable(text("Whose policy applies: the domain's, or that of one above (RFC 9989 4.10).")),
    policy: nullable(enumeration(["none", "quarantine", "reject"], "For the domain.")),
  }),
  dkim: Type.Object({
    status: enumeration(
      ["valid", "invalid", "not_found_in_tried", "unknown"],
      "`not_found_in_tried`: none of the selectors that were tried has a key. The domain may have others.",
    ),
    reason,
    wildcard: nullable(
      Type.Boolean({
        description:
          "Whether selectors that nobody has are answered too: then none is guessed. Null where that is unknown.",
      }),
    ),
    tried: number("Selectors that were tried."),
    keys: Type.Array(
      Type.Object({
        selector: Type.String(),
        provider: text("Who uses this selector."),
        status: enumeration(["valid", "invalid", "revoked"], "By its grammar (RFC 6376 3.6.1)."),
        type: nullable(text("rsa, ed25519 ...")),
        bits: nullable(number("Of an RSA key.")),
      }),
    ),
  }),
  mtaSts: Published,
  tlsRpt: Published,
  bimi: Published,
});

const Wildcard = Type.Object(
  {
    level: text("The name below which random names were asked for."),
    type: Type.String(),
    kind: enumeration(
      ["fixed", "rotating", "nodata", "unknown"],
      "fixed: all get the same. rotating: ever another answer. nodata: all exist and have nothing of the type.",
    ),
    selective: Type.Boolean({ description: "Whether some random names get it and others not." }),
    signed: Type.Boolean({ description: "Whether signatures show that it is a wildcard (RFC 4034 3.1.3)." }),
    values: texts("What they get; of many some."),
    aliases: texts("What they are aliases for; `*` stands for the name's own label."),
    dname: nullable(
      Type.Object(
        { owner: text("Where the record stands."), target: text("Below what the same names are.") },
        {
          description: "The DNAME record that leads all names below its owner on (RFC 6672); null for none.",
        },
      ),
    ),
    probes: number("Random names that were asked for."),
  },
  { title: "Wildcard" },
);

const PROOFS = ["no_wildcard", "signature", "other_answer", "other_ttl", "other_types"] as const;
const proof = nullable(
  enumeration(
    PROOFS,
    "How it is known that the name is no wildcard's: there is none; its signature is its own; it gets another answer, the same " +
      "with another TTL, or has other types. Null where that cannot be told.",
  ),
);

const Name = Type.Object(
  {
    name: Type.String(),
    proof,
    delegated: Type.Boolean({ description: "It is a zone of its own, at other servers." }),
    aliases: texts("Where it leads, in order; at most 8, and what our resolver found them to end at."),
    target: nullable(
      enumeration(
        ["exists", "missing", "unregistered", "unknown"],
        "What the last alias names. unregistered: nor is the domain in the DNS that it lies in.",
      ),
    ),
    reason,
    records: Type.Array(
      Type.Object({
        type: Type.String(),
        ttl: nullable(number("Seconds; null behind an alias, and of what our resolver found.")),
        values: texts("At most 10."),
        total: number("How many there are; -1: more than is read."),
      }),
      {
        description:
          "Of A and AAAA, else of MX, TXT and DNAME. Empty: it exists, and has others, or only names below it.",
      },
    ),
  },
  { title: "FoundName" },
);

const Names = {
  names: Type.Array(Name, { description: "Names that exist." }),
  indistinguishable: Type.Array(Name, {
    description: "Names that get what every name gets, the first ten: they may exist, or not.",
  }),
  indistinguishableTotal: number("How many such names there are."),
  fromWildcard: number(
    "Names of which signatures prove that nobody made them, or that a DNAME record led on: not shown.",
  ),
  unknown: texts("Names of which it could not be found out; at most 50."),
  wildcards: Type.Array(Wildcard),
};

const Service = Type.Object(
  {
    name: Type.String(),
    use: text("What it is for."),
    proof,
    records: Type.Array(
      Type.Object({
        priority: number("Lower is tried first."),
        weight: number("Share within a priority."),
        port: number("Port."),
        target: text("Host; `.`: the service is not offered."),
        addresses: nullable(texts("Of the host; null where they could not be found out, or there is none.")),
        targetExists: Existence,
      }),
    ),
  },
  { title: "FoundService" },
);

const Srv = Type.Object({
  ...HEAD,
  services: Type.Array(Service),
  indistinguishable: Type.Array(Service, { description: "As of names: the first ten." }),
  indistinguishableTotal: Names.indistinguishableTotal,
  fromWildcard: Names.fromWildcard,
  unknown: Names.unknown,
  wildcards: Names.wildcards,
});

const Axfr = Type.Object({
  ...HEAD,
  zone: nullable(text("The zone that was asked for.")),
  servers: Type.Array(
    Type.Object({
      name: text("Name of the server."),
      address: text("Its address."),
      result: enumeration(
        [
          "allowed",
          "refused",
          "notauth",
          "not_implemented",
          "unfinished",
          "no_tcp",
          "timeout",
          "failed",
          "not_asked",
        ],
        "allowed: the zone came, from its SOA to its SOA. unfinished: it began and broke off, or came to our limit. no_tcp: there " +
          "was no connection. timeout: a connection and no record. not_asked: this API does not ask there, see reason.",
      ),
      reason,
      rcode: nullable(text("Of its first message.")),
      records: number("Records that came."),
      bytes: number("Bytes that came."),
      elapsedMs: number("Milliseconds it took."),
    }),
  ),
  records: nullable(
    Type.Array(
      Type.Object({
        name: Type.String(),
        type: Type.String(),
        ttl: number("Seconds."),
        value: text("In presentation form, at most 512 characters."),
      }),
      {
        description: "The first 100 of what came, where a server gives the zone away; null where none does.",
      },
    ),
  ),
});

const Ptr = Type.Object({
  ...HEAD,
  addresses: Type.Array(
    Type.Object({
      address: Type.String(),
      of: texts("Names that have it; at most 20."),
      names: nullable(
        Type.Array(
          Type.Object({
            name: Type.String(),
            confirmed: nullable(
              Type.Boolean({ description: "Whether it leads back; null where that is unknown." }),
            ),
            reason: nullable(text("Why not, or why that is unknown.")),
          }),
          { description: "At most 5; null where they could not be found out." },
        ),
      ),
      fcrdns: Verdict,
    }),
    { description: "At most 250." },
  ),
});

/** Schema of the scout tool's `data`. */
export const Data = Type.Object({
  domain: Type.String(),
  zone: nullable(text("The zone it lies in; null where that was not found out.")),
  politeness: Type.Object(
    {
      questions: number(
        "Questions that this call asked; one that is lost, or answered cut short, takes a second packet.",
      ),
      questionsMost: nullable(number("And at most; null: no limit.")),
      perServerPerSecond: nullable(
        number("Questions a second to one address over all calls, after a burst; null: no limit."),
      ),
      burst: nullable(number("Questions that go at once after a rest; null: no limit.")),
    },
    { description: "What all questions of this call are bound by." },
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
export type ServerData = Static<typeof Server>;
export type EmailData = Of<"email">;
export type NameData = Static<typeof Name>;
export type WildcardData = Static<typeof Wildcard>;
export type ServiceData = Static<typeof Service>;
export type SubdomainsData = Of<"subdomains">;
export type SrvData = Of<"srv">;
export type AxfrData = Of<"axfr">;
export type PtrData = Of<"ptr">;
export type Head = Pick<AxfrData, keyof typeof HEAD>;
export type RecordsData = Head & DomainData & { readonly servers: ServerData[] };

/** The scout tool's `data`; a section that was not asked for is null. */
export type ScoutData = Omit<All, "records"> & { readonly records: RecordsData | null };
