import { REASON_CODES } from "@dnstools/core/tool/outcome";
import { enumeration, nullable } from "@dnstools/core/tool/schema";
import { type Static, Type } from "@sinclair/typebox";
import { INSTEAD, sectionSchema } from "../section.ts";

const Term = Type.Object(
  {
    term: Type.String({ description: "As written." }),
    position: Type.Integer({ description: "Of its first character in the record, from 1." }),
    ignored: nullable(
      enumeration(
        ["after_all", "beside_all"],
        "Why receivers ignore it: it stands after `all`, or is a redirect in a record with `all`.",
      ),
    ),
    lookups: Type.Integer({ description: "What it takes of the ten, with all below it." }),
    target: nullable(Type.String({ description: "The name that it leads to, macros expanded." })),
    needsMessage: Type.Boolean({
      description: "Whether its macros take a message: client, HELO or mailbox. It is not followed then.",
    }),
    isVoid: nullable(Type.Boolean({ description: "Whether its lookup finds nothing; null where unknown." })),
    addresses: nullable(
      Type.Array(Type.String(), { description: "Of a and mx, at most 32; null where it names none." }),
    ),
    reason: nullable(enumeration(REASON_CODES, "Why what it leads to is unknown.")),
  },
  { title: "SpfTerm" },
);

const Node = Type.Object(
  {
    id: Type.Integer(),
    parent: nullable(
      Type.Integer({ description: "The node whose term leads here; null for the domain's own." }),
    ),
    via: nullable(Type.String({ description: "That term." })),
    domain: Type.String(),
    status: enumeration(
      ["found", "none", "several", "invalid", "unknown", "loop", "not_followed"],
      "`not_followed`: the limits are long passed before it.",
    ),
    reason: nullable(enumeration(REASON_CODES, "Why it is unknown.")),
    record: nullable(Type.String()),
    lookups: Type.Integer({ description: "What its terms take of the ten, with all below." }),
    terms: Type.Array(Term),
  },
  { title: "SpfNode" },
);

export const SpfData = sectionSchema(
  {
    ...INSTEAD,
    evaluation: nullable(
      enumeration(
        ["none", "ok", "permerror", "temperror"],
        "What receivers come to who read the whole record; one whose client matches earlier may pass before an error. Null where unknown.",
      ),
    ),
    all: nullable(
      enumeration(
        ["pass", "fail", "softfail", "neutral"],
        "The result for senders that no term names, redirects followed; null where there is no valid record.",
      ),
    ),
    lookups: Type.Object(
      {
        count: Type.Integer({ description: "Of the worst way through all terms (RFC 7208 4.6.4)." }),
        limit: Type.Literal(10),
        complete: Type.Boolean({
          description: "False: there are more, which are not followed or not known.",
        }),
        crossedAt: nullable(Type.String({ description: "The term with which the limit is passed." })),
      },
      { description: "Terms that take a question to DNS." },
    ),
    voids: Type.Object(
      {
        count: Type.Integer({ description: "Terms whose lookup finds nothing for a client of IPv4." }),
        ipv6: Type.Integer({ description: "Those whose lookup finds nothing for a client of IPv6." }),
        limit: Type.Literal(2),
      },
      { description: "The limit is a SHOULD (RFC 7208 4.6.4)." },
    ),
    addresses: nullable(
      Type.Object(
        {
          ipv4: Type.String({ description: "How many, as a number in text." }),
          ipv6: Type.String(),
          complete: Type.Boolean({ description: "False where terms take a message, or are unknown." }),
        },
        { description: "Addresses that may send, networks joined; null where there is no valid record." },
      ),
    ),
    problems: Type.Array(
      Type.Object({
        domain: Type.String({ description: "Whose record." }),
        position: Type.Integer({ description: "Of the term, from 1." }),
        term: Type.String(),
        message: Type.String(),
        reference: Type.String(),
      }),
      { description: "Terms that cannot be read, in all records of the tree." },
    ),
    tree: Type.Array(Node, { description: "The records, from the domain's own, at most 60." }),
    providers: Type.Array(Type.String(), { description: "Whose servers it names, by its includes." }),
    obsolete: Type.Object({
      type99: nullable(
        Type.Array(Type.String(), { description: "Records of type SPF; null where unknown." }),
      ),
      senderId: Type.Array(Type.String()),
    }),
  },
  "SPF (RFC 7208).",
);
export type SpfData = Static<typeof SpfData>;
