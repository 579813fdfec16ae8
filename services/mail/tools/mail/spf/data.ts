import { INSTEAD, sectionSchema } from "@dnstools/core/mail/section";
import { REASON_CODES } from "@dnstools/core/tool/outcome";
import { enumeration, nullable } from "@dnstools/core/tool/schema";
import { type Static, Type } from "@sinclair/typebox";

const Term = Type.Object(
  {
    term: Type.String({ description: "The term as written." }),
    position: Type.Integer({
      description: "Position of the term's first character in the record, counted from 1.",
    }),
    ignored: nullable(
      enumeration(
        ["after_all", "beside_all"],
        "Why receivers ignore the term: it comes after `all`, or is a redirect in a record with `all`; null if they evaluate it.",
      ),
    ),
    lookups: Type.Integer({
      description:
        "Number of the ten allowed DNS lookups that the term costs, including all records below it.",
    }),
    target: nullable(
      Type.String({
        description: "Name that the term refers to, with macros expanded; null if there is none.",
      }),
    ),
    needsMessage: Type.Boolean({
      description:
        "True if the term's macros depend on a message (client, HELO or mailbox), so that the term is not followed.",
    }),
    isVoid: nullable(
      Type.Boolean({
        description:
          "True if the term's lookup finds no record (void lookup); null if unknown or if the term has no lookup.",
      }),
    ),
    addresses: nullable(
      Type.Array(Type.String(), {
        description: "Addresses of an a or mx term, at most 32; null for other terms.",
      }),
    ),
    reason: nullable(
      enumeration(
        REASON_CODES,
        "Why the records or addresses that the term refers to are unknown; null otherwise.",
      ),
    ),
  },
  { title: "SpfTerm" },
);

const Node = Type.Object(
  {
    id: Type.Integer(),
    parent: nullable(
      Type.Integer({
        description:
          "Id of the node with the term that leads to this record; null for the domain's own record.",
      }),
    ),
    via: nullable(
      Type.String({
        description: "Term of the parent that leads to this record; null for the domain's own record.",
      }),
    ),
    domain: Type.String(),
    status: enumeration(
      ["found", "none", "several", "invalid", "unknown", "loop", "not_followed"],
      "`not_followed`: the record is far beyond the limits.",
    ),
    reason: nullable(enumeration(REASON_CODES, "Why the record is unknown; null otherwise.")),
    record: nullable(Type.String()),
    lookups: Type.Integer({
      description:
        "Number of the ten allowed DNS lookups that the record costs, including all records below it.",
    }),
    terms: Type.Array(Term),
  },
  { title: "SpfNode" },
);

/** Schema of the SPF section. */
export const SpfData = sectionSchema(
  {
    ...INSTEAD,
    evaluation: nullable(
      enumeration(
        ["none", "ok", "permerror", "temperror"],
        "Result for receivers that evaluate the whole record; if the client matches an earlier term, evaluation may pass before it reaches an error. Null if unknown.",
      ),
    ),
    all: nullable(
      enumeration(
        ["pass", "fail", "softfail", "neutral"],
        "Result for senders that match no other term, with redirects followed; null if there is no valid record.",
      ),
    ),
    lookups: Type.Object(
      {
        count: Type.Integer({
          description: "Number of lookups if all terms are evaluated (RFC 7208 4.6.4).",
        }),
        limit: Type.Literal(10),
        complete: Type.Boolean({
          description: "False if there are more lookups, in records that were not followed or are unknown.",
        }),
        crossedAt: nullable(
          Type.String({ description: "The term that exceeds the limit; null if the limit is not exceeded." }),
        ),
      },
      { description: "Terms that need a DNS lookup." },
    ),
    voids: Type.Object(
      {
        count: Type.Integer({
          description: "Number of terms whose lookup finds no record for an IPv4 client.",
        }),
        ipv6: Type.Integer({
          description: "Number of terms whose lookup finds no record for an IPv6 client.",
        }),
        limit: Type.Literal(2),
      },
      { description: "Void lookups: lookups that find no record. Their limit is a SHOULD (RFC 7208 4.6.4)." },
    ),
    addresses: nullable(
      Type.Object(
        {
          ipv4: Type.String({
            description: "Number of IPv4 addresses, as text because it may be very large.",
          }),
          ipv6: Type.String({
            description: "Number of IPv6 addresses, as text because it may be very large.",
          }),
          complete: Type.Boolean({ description: "False if terms depend on a message or are unknown." }),
        },
        {
          description:
            "Number of addresses that may send, with overlapping networks counted once; null if there is no valid record.",
        },
      ),
    ),
    problems: Type.Array(
      Type.Object({
        domain: Type.String({ description: "Domain whose record contains the term." }),
        position: Type.Integer({
          description: "Position of the term's first character in the record, counted from 1.",
        }),
        term: Type.String(),
        message: Type.String(),
        reference: Type.String(),
      }),
      { description: "Terms that cannot be parsed, in all records of the tree." },
    ),
    tree: Type.Array(Node, {
      description: "The SPF records, at most 60, beginning with the domain's own record.",
    }),
    providers: Type.Array(Type.String(), {
      description: "Providers whose servers may send, guessed from includes and redirects.",
    }),
    obsolete: Type.Object({
      type99: nullable(
        Type.Array(Type.String(), { description: "Records of type SPF (99); null if unknown." }),
      ),
      senderId: Type.Array(Type.String(), { description: "Sender ID records (spf2.0)." }),
    }),
  },
  "SPF record of the domain (RFC 7208).",
);
/** The SPF section of the answer. */
export type SpfData = Static<typeof SpfData>;
