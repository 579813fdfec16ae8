import { REASON_CODES } from "@dnstools/core/tool/outcome";
import { enumeration, nullable } from "@dnstools/core/tool/schema";
import { type Static, Type } from "@sinclair/typebox";
import { CLASSES, DETAILS } from "./judge/verdict.ts";
import { FAULTS } from "./observations.ts";

const reason = nullable(enumeration(REASON_CODES, "Why it is unknown."));
const time = (description: string) => nullable(Type.String({ format: "date-time", description }));
const text = (description: string) => Type.String({ description });
const count = (description: string) => Type.Integer({ description });
const byType = <T extends Parameters<typeof Type.Object>[0][string]>(schema: T, description: string) =>
  Type.Object({ A: schema, MX: schema, TXT: schema }, { description });

const values = nullable(
  Type.Array(Type.String(), {
    description:
      "Sorted, at most 50, each at most 1000 characters: addresses, `preference exchange`, joined strings. Null where they are unknown, empty where there are none.",
  }),
);
const total = nullable(count("How many there are; null where that is unknown."));
const alias = nullable(text("Where its aliases lead; null where there are none, or where that is unknown."));
const ttl = nullable(count("Lowest TTL of the answer, of a denial that of its SOA, in seconds."));

const ServerAnswer = Type.Object(
  {
    status: enumeration(
      ["answer", "nodata", "nxdomain", "unknown"],
      "nodata: the name has none of this type. nxdomain: the name does not exist.",
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
    status: enumeration(["answer", "nodata", "nxdomain", "unknown"], "What resolvers are compared with."),
    reason,
    source: enumeration(
      ["authoritative", "resolver"],
      "resolver: aliases lead out of the zone, and at their end it is our resolver's word.",
    ),
    values,
    total,
    ttl,
  },
  { title: "PropagationValues" },
);

const Result = Type.Object(
  {
    class: enumeration(
      CLASSES,
      "match: what a server of the zone has. stale: an old answer whose TTL runs. different: another answer that is no old one. filtered: kept back on purpose. nxdomain: the resolver denies the name, and nothing shows that it is an old denial by the zone. unknown: could not find out, or there is nothing to compare it with.",
    ),
    detail: nullable(
      enumeration(
        DETAILS,
        "negative: an old denial. serve_stale: says itself that it is stale (RFC 8767). unconfirmed: whether its TTL runs was not seen. ended: an old answer that ended while we looked, and what came after it was not seen. round_robin: some of the zone's own addresses. same_operator: other addresses of the same AS, where the zone's servers vary or several resolvers have different ones. same_operator_unproved: the same with nothing that shows it to be balanced, so that it may be the old address. same_alias: other addresses behind the same alias. near_alias: an alias to another name of the same place, where answers vary. near_alias_unproved: the same with nothing that shows that they vary, so that it may be the old alias. by_place: addresses that the zone gives to others now: several resolvers have different ones, none with more time left than the zone's TTL, and one was fetched as we asked; or resolvers fetched them after others had fetched the zone's own. unclear: the same where nothing shows when they were fetched, or answers vary and whose these addresses are is not known: by place or old. pinned: its TTL stands still, so that no end is known; put in by hand or by a filter, or an old answer that is shown so. uncached: TTL 0. possible_filter: denied without the zone's SOA. said_so: says that it filters (RFC 8914). blocked_address: an address that leads nowhere, or a private one that does not run out. known_filter: a service that says that it filters. dnssec: a resolver that checks signatures gives SERVFAIL, an answer without the check, and SERVFAIL again with it. no_truth: there is nothing to compare it with.",
      ),
    ),
    reason,
    values,
    total,
    ttl,
    alias,
    until: time(
      "When the old answer ends, or of an unproved one what may be old, UTC. Null of others, and where no end is known.",
    ),
    elapsedMs: Type.Number({ description: "Milliseconds until the answer." }),
  },
  { title: "PropagationResult" },
);

const who = {
  ip: text("Its address."),
  service: nullable(text("The well-known service it belongs to; null where it is a network's own.")),
  operator: text("Who runs it."),
};

const Resolver = Type.Object({
  ...who,
  operatorCountry: text(
    "Home of its operator, or the registry's country of a network's address, in two letters. That is no place of its machines.",
  ),
  anycast: nullable(
    Type.Boolean({
      description:
        "Whether its address is at many places at once: we see the one near to us. Null where nobody says.",
    }),
  ),
  filters: nullable(text("What it says that it filters; null for nothing.")),
  validates: nullable(
    Type.Boolean({
      description:
        "Whether it says of signed answers that it checked them (AD, DNSSEC); null where it is unknown.",
    }),
  ),
  results: byType(Result, "What it gave, by type."),
});

const counts = Type.Object(
  Object.fromEntries(CLASSES.map((one) => [one, Type.Integer()])) as Record<
    (typeof CLASSES)[number],
    ReturnType<typeof Type.Integer>
  >,
  { description: "Answers by class." },
);
const Tally = Type.Object(
  {
    asked: count("Answers that were asked for."),
    answered: count("Those that came, also where there is nothing to compare them with."),
    classes: counts,
    percent: nullable(
      Type.Object(
        Object.fromEntries(
          CLASSES.filter((one) => one !== "unknown").map((one) => [one, Type.Number()]),
        ) as Record<Exclude<(typeof CLASSES)[number], "unknown">, ReturnType<typeof Type.Number>>,
        {
          description:
            "Share of those that could be compared, by class; null where there are none, and where our own network answers.",
        },
      ),
    ),
  },
  { title: "PropagationTally" },
);

const List = {
  source: text("Where it is from."),
  date: text("Of what day it is."),
  count: count("Resolvers in it, of all countries."),
};

export const Data = Type.Object({
  country: text("The country, in two letters."),
  authoritative: Type.Object({
    agree: nullable(
      Type.Boolean({
        description:
          "Whether the zone's servers agree on A, MX and TXT; addresses that one server gives now so and now so are balanced, and count as agreement. Null where fewer than two answered, or where that could not be found out.",
      }),
    ),
    zone: nullable(text("The zone the name lies in; null where it was not found.")),
    serials: Type.Array(Type.Integer(), { description: "The versions of the zone that its servers have." }),
    servers: Type.Array(
      Type.Object({
        name: text("Name of the server."),
        address: text("Its address."),
        serial: nullable(count("The zone's version there.")),
        results: byType(ServerAnswer, "What it has, by type."),
      }),
      { description: "Every address of every server that was asked." },
    ),
    values: byType(AuthoritativeValues, "What all of them have together, by type."),
  }),
  resolvers: Type.Array(Resolver, {
    description: "Resolvers that were found healthy, best first. Only their answers count.",
  }),
  summary: Type.Object({
    requested: count("As many resolvers were asked for."),
    available: count("As many are known of the country."),
    asked: count("As many were found healthy, and their answers count."),
    answered: count("As many of them answered."),
    excluded: count("As many were not used, since they are ill or could not be checked."),
    types: byType(Tally, "By type."),
    overall: Tally,
    upToDatePercent: nullable(
      Type.Number({
        description:
          "Share of answers that are the zone's own or proved variants of them, of all that could be compared and are not filtered. Null where there are none, and where our own network answers.",
      }),
    ),
    latestExpiry: time("When the last old answer ends, UTC; null where there is none."),
  }),
  conclusion: Type.Object({
    status: enumeration(
      ["propagated", "in_progress", "authoritative_disagree", "inconclusive"],
      "What all of it comes to.",
    ),
    until: time(
      "When it will be propagated as far as is known, UTC; null unless in_progress, and where no end is known.",
    ),
    detail: text("The same in a sentence."),
  }),
  intercepted: nullable(
    Type.Boolean({
      description:
        "Whether something in this API's own network answers questions to others (port 53); null where that is unknown.",
    }),
  ),
  excluded: Type.Array(
    Type.Object({
      ...who,
      fault: nullable(
        enumeration(
          FAULTS,
          "silent: does not answer, or not reliably. refuses: REFUSED. no_recursion: RA is not set. lies: has a known name wrong. rewrites_nxdomain: has something for a name that does not exist. failing: SERVFAIL or what cannot be read. Null where it could not be checked.",
        ),
      ),
      reason,
      checkedAt: Type.String({ format: "date-time", description: "UTC." }),
    }),
    { description: "Resolvers that were not used. Evidence of their checks comes after that of this call." },
  ),
  list: Type.Object({
    ...List,
    refreshed: nullable(
      Type.Object(List, { description: "The list that the operator of this API has added." }),
    ),
  }),
});
export type PropagationData = Static<typeof Data>;
export type ResolverData = Static<typeof Resolver>;
export type ResultData = Static<typeof Result>;
export type Tally = Static<typeof Tally>;
