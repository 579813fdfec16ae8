import { REASON_CODES } from "@dnstools/core/tool/outcome";
import { enumeration, nullable } from "@dnstools/core/tool/schema";
import { type Static, Type } from "@sinclair/typebox";
import { CLASSES, DETAILS } from "./judge/verdict.ts";
import { FAULTS } from "./observations.ts";

const reason = nullable(
  enumeration(REASON_CODES, "Reason why the result is unknown or a query failed; null if neither applies."),
);
const time = (description: string) => nullable(Type.String({ format: "date-time", description }));
const text = (description: string) => Type.String({ description });
const count = (description: string) => Type.Integer({ description });
const byType = <T extends Parameters<typeof Type.Object>[0][string]>(schema: T, description: string) =>
  Type.Object({ A: schema, MX: schema, TXT: schema }, { description });

const values = nullable(
  Type.Array(Type.String(), {
    description:
      "Sorted values, at most 50, each at most 1000 characters: addresses for A, `preference exchange` for MX, the joined strings for TXT. Null if the values are unknown, empty if there are none.",
  }),
);
const total = nullable(count("Number of values, including those not shown; null if unknown."));
const alias = nullable(
  text("Name at the end of the CNAME chain; null if there are no CNAME records or the answer is unknown."),
);
const ttl = nullable(
  count(
    "Lowest TTL in the answer, in seconds; for a negative answer the TTL of its SOA record. Null if unknown.",
  ),
);

const ServerAnswer = Type.Object(
  {
    status: enumeration(
      ["answer", "nodata", "nxdomain", "unknown"],
      "answer: the server has records of this type. nodata: the name exists without records of this type. nxdomain: the name does not exist. unknown: the server gave no usable answer.",
    ),
    reason,
    values,
    total,
    ttl,
    alias,
  },
  { title: "PropagationServerAnswer" },
);

const AuthoritativeValues = Type.Object(
  {
    status: enumeration(
      ["answer", "nodata", "nxdomain", "unknown"],
      "Combined result of the zone's servers, with which resolvers are compared. answer: there are records of this type. nodata: the name exists without records of this type. nxdomain: the name does not exist. unknown: no server gave a usable answer.",
    ),
    reason,
    source: enumeration(
      ["authoritative", "resolver"],
      "authoritative: the values come from the zone's servers. resolver: the CNAME records point outside the zone, and the values come from this API's own resolver.",
    ),
    values,
    total,
    ttl: nullable(
      count("Highest TTL in the answers of the zone's servers, in seconds; null if there are no records."),
    ),
  },
  { title: "PropagationValues" },
);

const Result = Type.Object(
  {
    class: enumeration(
      CLASSES,
      "match: the same answer as a server of the zone. stale: an old answer that the resolver still has in its cache. different: another answer that is not known to be old; see `detail`. filtered: blocked or altered on purpose. nxdomain: the resolver says that the name does not exist, and nothing shows that this is an old answer of the zone. unknown: the resolver gave no usable answer, or there is nothing to compare the answer with.",
    ),
    detail: nullable(
      enumeration(
        DETAILS,
        "Explains the class. negative: an old negative answer. serve_stale: the resolver itself marks the answer as stale (RFC 8767). unconfirmed: an old answer whose TTL was not observed to count down. ended: an old answer that expired during the call before a new answer was observed. round_robin: some of the zone's own addresses. same_operator: other addresses of the same AS, while the zone's servers vary their answers or several resolvers have different addresses. same_operator_unproved: other addresses of the same AS without evidence of load balancing, so they may be old. same_alias: other addresses behind the same CNAME target. near_alias: a CNAME to another name of the same provider, and answers are known to vary. near_alias_unproved: a CNAME to another name of the same provider without evidence that answers vary, so the CNAME may be old. by_place: addresses that the zone returns to other clients now. Either several resolvers have different addresses, none with a remaining TTL above the zone's TTL, and at least one resolver fetched its addresses during the call; or resolvers fetched these addresses after other resolvers had fetched the addresses that the zone's servers returned. unclear: the addresses are old or depend on the client's location: nothing shows when the resolvers fetched them, or answers vary and the network of the addresses is unknown. pinned: the TTL does not count down, so no expiry is known; the answer was set by hand or by a filter, or is an old answer with a constant TTL. uncached: the TTL is 0. possible_filter: a negative answer without the zone's SOA record. said_so: the resolver reports that it filters the name (RFC 8914). blocked_address: an unspecified or loopback address, or a private address that does not expire or comes from a resolver that filters. known_filter: the resolver's operator states that the resolver filters names. dnssec: a resolver that checks DNSSEC signatures answers SERVFAIL, gives an answer when the check is disabled (CD), and answers SERVFAIL again with the check. no_truth: there is nothing to compare the answer with.",
      ),
    ),
    reason,
    values,
    total,
    ttl,
    alias,
    until: time(
      "Time at which the resolver's cache drops an answer that is or may be old, UTC. Null for other answers, or if no expiry is known.",
    ),
    elapsedMs: Type.Number({ description: "Milliseconds that the query took." }),
  },
  { title: "PropagationResult" },
);

const who = {
  ip: text("IPv4 address of the resolver."),
  service: nullable(text("Name of the public DNS service; null for a network's own resolver.")),
  operator: text("Operator of the resolver."),
};

const Resolver = Type.Object({
  ...who,
  operatorCountry: text(
    "Country of the resolver's operator, or for a network's own resolver the registered country of its address, as a two-letter code. The machines may be elsewhere.",
  ),
  anycast: nullable(
    Type.Boolean({
      description:
        "True if the address is anycast: many sites share it, and the site nearest to this API answers. Null if unknown.",
    }),
  ),
  filters: nullable(
    text("What the resolver filters according to its operator, such as malware; null if it filters nothing."),
  ),
  validates: nullable(
    Type.Boolean({
      description:
        "True if the resolver validates DNSSEC signatures, as the AD flag of its answers shows; null if unknown.",
    }),
  ),
  results: byType(Result, "Answers of the resolver, by type."),
});

const counts = Type.Object(
  Object.fromEntries(CLASSES.map((one) => [one, Type.Integer()])) as Record<
    (typeof CLASSES)[number],
    ReturnType<typeof Type.Integer>
  >,
  { description: "Number of answers in each class." },
);
const Tally = Type.Object(
  {
    asked: count("Number of answers requested, one for each resolver and type."),
    answered: count("Number of answers received, including those that could not be compared."),
    classes: counts,
    percent: nullable(
      Type.Object(
        Object.fromEntries(
          CLASSES.filter((one) => one !== "unknown").map((one) => [one, Type.Number()]),
        ) as Record<Exclude<(typeof CLASSES)[number], "unknown">, ReturnType<typeof Type.Number>>,
        {
          description:
            "Percentage of the comparable answers in each class; null if no answer is comparable, or if this API's own network answers in place of the resolvers.",
        },
      ),
    ),
  },
  { title: "PropagationTally" },
);

const List = {
  source: text("Origin of the list: `table` for this API's own tables, otherwise the URL of the list."),
  date: text("Date of the list, YYYY-MM-DD."),
  count: count("Number of resolvers in the list, for all countries."),
};

/** Schema of `data` in an answer of the propagation tool. */
export const Data = Type.Object({
  country: text("Country whose resolvers were queried, as a two-letter code."),
  authoritative: Type.Object({
    agree: nullable(
      Type.Boolean({
        description:
          "True if the zone's servers agree on A, MX and TXT. Addresses that vary at a single server are load-balanced and count as agreement. Null if fewer than two servers answered, or if it could not be determined whether the servers agree.",
      }),
    ),
    zone: nullable(text("Zone that contains the name; null if it was not found.")),
    serials: Type.Array(Type.Integer(), {
      description: "Serial numbers of the zone at its servers, each once.",
    }),
    servers: Type.Array(
      Type.Object({
        name: text("Name of the server."),
        address: text("IP address of the server."),
        serial: nullable(count("Serial number of the zone at this server; null if unknown.")),
        results: byType(ServerAnswer, "Answers of the server, by type."),
      }),
      { description: "The zone's name servers, with one entry for each address that was asked." },
    ),
    values: byType(AuthoritativeValues, "Combined answers of all servers of the zone, by type."),
  }),
  resolvers: Type.Array(Resolver, {
    description: "Healthy resolvers, best first. Only their answers count.",
  }),
  summary: Type.Object({
    requested: count("Number of resolvers requested (`limit`)."),
    available: count("Number of resolvers known for the country."),
    asked: count("Number of healthy resolvers, whose answers count."),
    answered: count("Number of healthy resolvers that answered at least one query."),
    excluded: count("Number of resolvers not used because they failed their check or could not be checked."),
    types: byType(Tally, "Counts for each record type."),
    overall: Tally,
    upToDatePercent: nullable(
      Type.Number({
        description:
          "Percentage of answers that are the zone's own answer or a proved variant of it, among the answers that could be compared and are not filtered. Null if there are no such answers, or if this API's own network answers in place of the resolvers.",
      }),
    ),
    latestExpiry: time(
      "Time at which the last old answer expires, UTC; null if there is no old answer or no expiry is known.",
    ),
  }),
  conclusion: Type.Object({
    status: enumeration(
      ["propagated", "in_progress", "authoritative_disagree", "inconclusive"],
      "Overall result. propagated: most resolvers have the zone's records and none is known to have an old answer. in_progress: some resolvers still have an old answer. authoritative_disagree: the zone's name servers contradict each other. inconclusive: the answers do not allow a conclusion.",
    ),
    until: time(
      "Time at which the last known old answer expires, UTC; null if the status is not in_progress, or if no expiry is known.",
    ),
    detail: text("The conclusion in words."),
  }),
  intercepted: nullable(
    Type.Boolean({
      description:
        "True if this API's own network intercepts DNS queries (port 53) and answers them itself; null if unknown.",
    }),
  ),
  excluded: Type.Array(
    Type.Object({
      ...who,
      fault: nullable(
        enumeration(
          FAULTS,
          "Fault that the check found. silent: the resolver does not answer, or does not answer reliably. refuses: it answers REFUSED. no_recursion: it does not offer recursion (the RA flag is not set). lies: it gives a wrong answer for a known name. rewrites_nxdomain: it gives an answer for a name that does not exist. failing: it answers SERVFAIL, or its answer cannot be read. Null if the resolver could not be checked.",
        ),
      ),
      reason,
      checkedAt: Type.String({ format: "date-time", description: "Time of the check, UTC." }),
    }),
    {
      description:
        "Resolvers that were not used. The evidence of their checks follows that of this call's own queries.",
    },
  ),
  list: Type.Object({
    ...List,
    refreshed: nullable(
      Type.Object(List, {
        description: "List of resolvers that the operator of this API has added; null if there is none.",
      }),
    ),
  }),
});
/** The `data` in an answer of the propagation tool. */
export type PropagationData = Static<typeof Data>;
/** A healthy resolver with its answers. */
export type ResolverData = Static<typeof Resolver>;
/** One resolver's answer for one record type. */
export type ResultData = Static<typeof Result>;
/** Counts of answers by class. */
export type Tally = Static<typeof Tally>;
