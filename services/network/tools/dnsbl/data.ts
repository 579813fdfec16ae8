import { REASON_CODES } from "@dnstools/core/tool/outcome";
import { enumeration, nullable } from "@dnstools/core/tool/schema";
import { Verdict } from "@dnstools/core/tool/verdict";
import { type Static, Type } from "@sinclair/typebox";

const STATUSES = ["listed", "not_listed", "unknown", "not_applicable"] as const;
const KINDS = ["spam", "exploit", "policy", "proxy", "white", "info"] as const;
const status = enumeration(
  STATUSES,
  "`listed`: the list has an entry; on an informational list this can be a good sign. `not_applicable`: the list does not cover this kind of address or name.",
);
const reason = nullable(enumeration(REASON_CODES, "Reason why the result is unknown."));

const Proof = Type.Object(
  {
    id: Type.String({ description: "Id that `results[].proof` refers to." }),
    family: enumeration(["ipv4", "ipv6", "domain"], "Kind of the test points; each kind has its own."),
    state: enumeration(
      ["healthy", "unhealthy", "unknown"],
      "Health of the list. The answers of a list that is not healthy are not used.",
    ),
    fault: nullable(
      enumeration(
        ["test_point_missing", "lists_everything", "refuses", "rewritten"],
        "Fault of the list that its test points show from this API's network.",
      ),
    ),
    checkedAt: Type.String({
      format: "date-time",
      description: "Time of the test in UTC; the earliest time if several lists share this proof.",
    }),
    points: Type.Array(Type.String(), {
      description:
        "Each test point as a name below the list's zone, with the list's answer. The first must be listed, the second must not.",
    }),
  },
  { title: "BlocklistProof" },
);

const Result = Type.Object(
  {
    subject: enumeration(
      ["ip", "domain", "registrable", "mx_ip"],
      "What was looked up: a field of `target`, or `mx.ip` for `mx_ip`. `evidence` shows the name in the list.",
    ),
    status,
    reason,
    codes: Type.Array(
      Type.Object({
        code: Type.String({ description: "Address in the list's answer." }),
        meaning: Type.String({
          description: "Meaning of the address on this list, such as the part of the list with the entry.",
        }),
        counts: Type.Boolean({
          description: "True if the code counts as a listing, which it never does on an informational list.",
        }),
        kind: nullable(enumeration(KINDS, "Kind of the listing; null if the code is not a listing.")),
      }),
    ),
    text: nullable(
      Type.String({
        description: "Explanation by the list (TXT record), with printable characters only, at most 500.",
      }),
    ),
    proof: nullable(
      Type.String({
        description: "Id of the list's entry in `proofs`; null if its test points are not known.",
      }),
    ),
  },
  { title: "BlocklistResult" },
);

const List = Type.Object(
  {
    zone: Type.String({ description: "DNS zone of the list, which is also its name." }),
    operator: nullable(
      Type.String({ description: "Operator of the list; null if the list was not applicable." }),
    ),
    status,
    reason,
    results: Type.Array(Result, {
      description: "Result for each lookup; empty if the list was not queried.",
    }),
    kind: enumeration(
      KINDS,
      "Kind of the listing or, without a listing, of the list. `policy`: the address should not send mail, which is not an accusation of abuse.",
    ),
    weight: enumeration(["high", "medium", "low"], "How widely receivers use the list."),
    delistUrl: nullable(
      Type.String({ description: "Page for requesting removal of the entry; null if there is none." }),
    ),
  },
  { title: "Blocklist" },
);

/** Schema of the `data` field in the dnsbl tool's answers. */
export const Data = Type.Object({
  target: Type.Object({
    ip: nullable(Type.String()),
    domain: nullable(Type.String()),
    registrable: nullable(
      Type.String({
        description: "Registrable domain by the public suffix list, which is looked up as well.",
      }),
    ),
  }),
  mx: nullable(
    Type.Object(
      {
        status: enumeration(["ok", "absent", "unknown"], "`absent`: the domain has no mail server."),
        reason,
        nullMx: Type.Boolean({
          description: "True if the domain declares that it accepts no mail (null MX, RFC 7505).",
        }),
        host: nullable(
          Type.String({ description: "Name of the mail server with the lowest preference value." }),
        ),
        preference: nullable(Type.Integer()),
        ip: nullable(
          Type.String({ description: "First address of the mail server, which was looked up in the lists." }),
        ),
      },
      { description: "The domain's first mail server; null if the call is about an address." },
    ),
  ),
  summary: Type.Object({
    listed: Type.Integer(),
    notListed: Type.Integer(),
    unknown: Type.Integer(),
    notApplicable: Type.Integer(),
    verdict: Verdict,
  }),
  lists: Type.Array(List, { description: "Results of all 79 blacklists." }),
  informational: Type.Array(List, {
    description: "Results of white, grey and informational lists, which do not affect the verdict.",
  }),
  proofs: Type.Array(Proof, {
    description:
      "Results of the lists' own test points (RFC 5782 5) through the same resolver, with one entry for all lists that gave the same answers.",
  }),
});
/** The `data` field of the dnsbl tool's answers. */
export type DnsblData = Static<typeof Data>;
/** Result of a list's test points, as the answer shows it. */
export type ProofData = Static<typeof Proof>;
/** Result of one list, as the answer shows it. */
export type ListData = Static<typeof List>;
/** Result of one lookup in a list, as the answer shows it. */
export type ResultData = Static<typeof Result>;
