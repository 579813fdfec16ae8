import { REASON_CODES } from "@dnstools/core/tool/outcome";
import { enumeration, nullable } from "@dnstools/core/tool/schema";
import { Verdict } from "@dnstools/core/tool/verdict";
import { type Static, Type } from "@sinclair/typebox";

const STATUSES = ["listed", "not_listed", "unknown", "not_applicable"] as const;
const KINDS = ["spam", "exploit", "policy", "proxy", "white", "info"] as const;
const status = enumeration(
  STATUSES,
  "`listed`: the list has it; on an informational list that may be praise. `not_applicable`: the list takes nothing of what was asked about.",
);
const reason = nullable(enumeration(REASON_CODES, "Why it is unknown."));

const Proof = Type.Object(
  {
    id: Type.String({ description: "What `results[].proof` names." }),
    family: enumeration(["ipv4", "ipv6", "domain"], "What the test points are; each family has its own."),
    state: enumeration(
      ["healthy", "unhealthy", "unknown"],
      "An answer of a list that is not healthy is not believed.",
    ),
    fault: nullable(
      enumeration(
        ["test_point_missing", "lists_everything", "refuses", "rewritten"],
        "What its test points show to be wrong with it, seen from here.",
      ),
    ),
    checkedAt: Type.String({
      format: "date-time",
      description: "When the test points were asked for, UTC; of several lists the earliest.",
    }),
    points: Type.Array(Type.String(), {
      description:
        "Each test point as a name below the list's zone, and what the list answered. The first must be listed, the second must not.",
    }),
  },
  { title: "BlocklistProof" },
);

const Result = Type.Object(
  {
    subject: enumeration(
      ["ip", "domain", "registrable", "mx_ip"],
      "What was asked about: `target` has the first three, `mx_ip` is `mx.ip`. `evidence` has its name in the list.",
    ),
    status,
    reason,
    codes: Type.Array(
      Type.Object({
        code: Type.String({ description: "An address that the list answered with." }),
        meaning: Type.String({ description: "What it means there; the part of the list." }),
        counts: Type.Boolean({
          description: "Whether it counts as a listing; never on a list that is informational.",
        }),
        kind: nullable(enumeration(KINDS, "Of a listing, what kind it is.")),
      }),
    ),
    text: nullable(
      Type.String({ description: "The list's own words (TXT), printable and cut at 500 characters." }),
    ),
    proof: nullable(
      Type.String({
        description: "Which of `proofs` the list stands by; null where its test points are not known.",
      }),
    ),
  },
  { title: "BlocklistResult" },
);

const List = Type.Object(
  {
    zone: Type.String({ description: "The list's name, in DNS and here." }),
    operator: nullable(
      Type.String({ description: "Who runs it; null where the list has nothing to ask about." }),
    ),
    status,
    reason,
    results: Type.Array(Result, { description: "Empty where the list was not asked." }),
    kind: enumeration(
      KINDS,
      "`policy`: who should not send mail from there, not who does wrong. Of a listing its own, else the list's.",
    ),
    weight: enumeration(["high", "medium", "low"], "How many receivers act on it."),
    delistUrl: nullable(
      Type.String({ description: "Where to have the entry removed; null where there is none." }),
    ),
  },
  { title: "Blocklist" },
);

export const Data = Type.Object({
  target: Type.Object({
    ip: nullable(Type.String()),
    domain: nullable(Type.String()),
    registrable: nullable(
      Type.String({
        description: "What the domain belongs to, by the public suffix list: lists are asked about it too.",
      }),
    ),
  }),
  mx: nullable(
    Type.Object(
      {
        status: enumeration(["ok", "absent", "unknown"], "`absent`: the domain has no mail server."),
        reason,
        nullMx: Type.Boolean({ description: "The domain says that it takes no mail (RFC 7505)." }),
        host: nullable(Type.String({ description: "The mail server of the lowest preference." })),
        preference: nullable(Type.Integer()),
        ip: nullable(Type.String({ description: "Its first address, which the lists were asked about." })),
      },
      { description: "The first mail server; null where an address was asked about." },
    ),
  ),
  summary: Type.Object({
    listed: Type.Integer(),
    notListed: Type.Integer(),
    unknown: Type.Integer(),
    notApplicable: Type.Integer(),
    verdict: Verdict,
  }),
  lists: Type.Array(List, { description: "Always the 79 blacklists." }),
  informational: Type.Array(List, {
    description: "White, grey and informational lists; they count for nothing.",
  }),
  proofs: Type.Array(Proof, {
    description:
      "What the lists' own test points say of them (RFC 5782 5), asked through the same resolver: once for all lists that answered alike.",
  }),
});
export type DnsblData = Static<typeof Data>;
export type ProofData = Static<typeof Proof>;
export type ListData = Static<typeof List>;
export type ResultData = Static<typeof Result>;
