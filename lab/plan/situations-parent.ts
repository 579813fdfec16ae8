import { KNOT, LEAF } from "./hosts.ts";
import { oddServer } from "./odd-zone.ts";
import { bogus, fault, insecure, row, SITUATIONS_PARENT, secure } from "./situation-row.ts";
import type { KeyMaking, Situation, ZoneMaking } from "./situation-shapes.ts";

const PLAIN = { keys: [] } as const;
const EITHER = {
  unbound: "either",
  bind: "either",
  why: "the verdict depends on which server of the parent was queried",
} as const;

/** A child zone at servers that hold no other zone of the row. */
const CHILD: ZoneMaking = { ...PLAIN, servers: [...LEAF], held: ["nsd-leaf"] };
const CUT = "child NS";

/** Servers of a parent that disagree about the delegation of a child: BIND has the first version, Knot the second. */
const PARENTS: readonly (readonly [label: string, what: string, ZoneMaking])[] = [
  ["parent-nxdomain", "the second does not have it", { second: { without: [CUT] } }],
  ["parent-nxdomain-first", "the first does not have it", { without: [CUT], second: { without: [] } }],
  [
    "parent-own-data",
    "the second has an address",
    { second: { without: [CUT], records: "child A 93.184.222.77" } },
  ],
  [
    "parent-own-data-nsec3",
    "the second has an address, NSEC3",
    { denial: {}, second: { without: [CUT], records: "child A 93.184.222.77" } },
  ],
  [
    "parent-own-data-first",
    "the first has an address",
    { without: [CUT], records: "child A 93.184.222.77", second: { without: [], records: "" } },
  ],
  [
    "parent-own-data-plain",
    "unsigned, the second has an address",
    { ...PLAIN, second: { without: [CUT], records: "child A 93.184.222.77" } },
  ],
  [
    "parent-ns-differ",
    "unsigned, the second names other servers",
    { ...PLAIN, second: { without: [CUT], records: `${CUT} ${KNOT[0]}.\n${CUT} ${LEAF[0]}.` } },
  ],
  ["parent-agree", "signed, none disagrees", { second: {} }],
  ["parent-agree-plain", "unsigned, none disagrees", { ...PLAIN, second: {} }],
];

const DELEGATIONS: readonly Situation[] = PARENTS.map(([label, what, making]) =>
  row(
    label,
    `two servers of a parent, and the delegation of a child: ${what}`,
    { ...making, below: { child: CHILD } },
    insecure("www.child A", fault("NS", "servers differ"), EITHER),
  ),
);

/**
 * The NSEC3 record of the empty non-terminal `ent`, whose hash is the last before those of the children, also covers
 * the children, so it is the only one in an answer.
 */
const OPT_OUT: Situation = row(
  "parent-optout-ent",
  "an opt-out parent whose two servers agree about unsigned children below an empty non-terminal (RFC 5155 7.2.4)",
  {
    denial: { optOut: true },
    records: "x.ent A 93.184.222.77",
    second: {},
    below: { "k275.ent": CHILD, "k707.ent": CHILD },
  },
  insecure("k275.ent A", fault("DS", "no DS")),
);

/** A child whose DS is queried at a server that answers for the child itself. */
const fromChild = (servers: readonly string[], child: ZoneMaking = PLAIN): ZoneMaking => ({
  servers,
  held: ["nsd-leaf"],
  below: { child: { ...child, servers, held: ["nsd-leaf"] } },
});
const OLD = oddServer("ds_from_child");

const DS_FROM_CHILD: readonly Situation[] = [
  row(
    "ds-from-child",
    "the servers of parent and child answer the query for DS from the child, which is unsigned (RFC 4035 3.1.4.1)",
    fromChild([OLD]),
    bogus("child A", fault("DS", "NSEC Missing")),
  ),
  row(
    "ds-from-child-signed",
    "the same, and the child is signed",
    fromChild([OLD], {}),
    bogus("child A", fault("DS", "NSEC Missing")),
  ),
  row(
    "ds-from-child-plain",
    "the same below an unsigned parent, where nothing validates",
    { ...fromChild([OLD]), ...PLAIN },
    insecure("child A", fault("DS", "no DS")),
  ),
  row(
    "ds-from-child-one",
    "one of two servers does it",
    fromChild([OLD, LEAF[0]]),
    insecure("child A", fault("DS", "servers differ"), EITHER),
  ),
];

const WITHOUT_SOA: readonly Situation[] = [
  row(
    "child-without-soa",
    "an unsigned child at the servers of its signed parent, which send no SOA in denials",
    fromChild([oddServer("bare_denials")]),
    insecure("child A", fault("DS", "no DS")),
    insecure("www.child A", fault("DS", "no DS")),
  ),
];

const KSK: KeyMaking = { id: "ksk", signs: "keys" };
const ZSK: KeyMaking = { id: "zsk", flags: 256, signs: "zone" };

const KEYS: readonly Situation[] = [
  row(
    "zsk-protocol-4",
    "the ZSK's protocol is not 3 (RFC 4034 section 2.1.2)",
    { keys: [KSK, { ...ZSK, protocol: 4 }] },
    bogus("@ A", fault("DNSKEY", "DNSKEY Missing")),
  ),
  row(
    "zsk-no-zone-bit",
    "the ZSK is no zone key (RFC 4034 section 2.1.1)",
    { keys: [KSK, { ...ZSK, flags: 0 }] },
    bogus("@ A", fault("DNSKEY", "No Zone Key Bit Set")),
  ),
  row(
    "zsk-unsupported",
    "the ZSK has an unassigned algorithm, the DS one that validators support",
    { keys: [KSK, { ...ZSK, as: 100 }] },
    bogus("@ A", fault("DNSKEY", "Unsupported DNSKEY Algorithm")),
  ),
];

const LONG = Array.from({ length: 3 }, () => "a".repeat(60)).join(".");
/** A name that a DNAME makes longer than 255 octets (RFC 6672 2.2). */
export const TOO_LONG = `${LONG.slice(61)}.d.dname-long.${SITUATIONS_PARENT}`;

/** Answers that follow, or break, the protocol in rare ways. */
const ANSWERS: readonly Situation[] = [
  row(
    "dname-long",
    "a DNAME with a long target, which makes names too long (RFC 6672 2.2)",
    { records: `d DNAME ${LONG}.dname-long.${SITUATIONS_PARENT}.` },
    secure("@ A"),
  ),
  row(
    "two-aliases",
    "a server with two CNAMEs at a name, and two DNAMEs at another (RFC 2181 10.1, RFC 6672 2.4)",
    {
      ...PLAIN,
      records: "b A 93.184.222.70\nc A 93.184.222.71\nx.b A 93.184.222.70",
      servers: [oddServer("second_alias")],
      held: ["nsd-leaf"],
    },
    insecure("@ A", fault("CNAME", "servers differ")),
  ),
  row(
    "ent-nxdomain",
    "NXDOMAIN for an empty non-terminal, with the proof that it exists (RFC 8020)",
    { servers: [oddServer("ent_nxdomain")], held: ["nsd-leaf"] },
    bogus("ent A", fault("NSEC", "NSEC Missing"), {
      unbound: "secure",
      why: "Unbound takes the proof of an empty non-terminal for a denial of the type, and answers NOERROR; BIND refuses it",
    }),
  ),
  row(
    "ent-nxdomain-one",
    "one server of two answers NXDOMAIN for an empty non-terminal, NSEC3",
    { denial: {}, servers: [LEAF[0], oddServer("ent_nxdomain")], held: ["nsd-leaf"] },
    secure("ent A", fault("NSEC", "servers differ"), EITHER),
  ),
  ...(["badvers", "formerr_opt"] as const).map((deviation) =>
    row(
      deviation.replace("_", "-"),
      "the server of an unsigned zone refuses queries with EDNS",
      { ...PLAIN, servers: [oddServer(deviation)], held: ["nsd-leaf"] },
      insecure("@ A", fault("NS", "no EDNS"), {
        unbound: "either",
        bind: "either",
        why: "resolvers may give up such a server",
      }),
    ),
  ),
  ...(["fails_type", "no_aa_type", "ignores_type"] as const).map((deviation) =>
    row(
      deviation.replaceAll("_", "-"),
      "one server of two gives no usable answer for a type",
      {
        ...PLAIN,
        records: `mx MX 10 mail.${deviation.replaceAll("_", "-")}.${SITUATIONS_PARENT}.\na A 93.184.222.9`,
        servers: [LEAF[0], oddServer(deviation)],
        held: ["nsd-leaf"],
      },
      insecure("@ A", fault("NS", "servers differ")),
    ),
  ),
  row(
    "half-dead",
    "an alias to a name whose servers answer only queries for A",
    {
      ...PLAIN,
      records: `balanced CNAME www.lb.half-dead.${SITUATIONS_PARENT}.`,
      below: { lb: { ...PLAIN, servers: [oddServer("only_a")], held: ["nsd-leaf"] } },
    },
    insecure("balanced A", fault("CAA", "No Reachable Authority")),
  ),
];

/** Rows about the parent's side of a delegation, and about the protocol at its edges. */
export const PARENT_SITUATIONS: readonly Situation[] = [
  ...DELEGATIONS,
  OPT_OUT,
  ...DS_FROM_CHILD,
  ...WITHOUT_SOA,
  ...KEYS,
  ...ANSWERS,
];
