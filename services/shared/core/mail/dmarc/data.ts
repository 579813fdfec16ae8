import { type Static, Type } from "@sinclair/typebox";
import { POLICIES } from "../../protocol/dmarc/record.ts";
import { REASON_CODES } from "../../tool/outcome.ts";
import { enumeration, nullable } from "../../tool/schema.ts";
import { INSTEAD, sectionSchema } from "../section.ts";

const reason = nullable(enumeration(REASON_CODES, "Why the status is unknown; null otherwise."));
const policy = (description: string) => nullable(enumeration(POLICIES, description));

/** Schema of the DMARC section. */
export const DmarcData = sectionSchema(
  {
    ...INSTEAD,
    foundAt: nullable(
      Type.String({ description: "Name whose DMARC record applies; null if no record applies." }),
    ),
    policies: nullable(
      Type.Object(
        {
          p: policy("Policy for the name of the record (p); null if it is missing or cannot be read."),
          sp: policy(
            "Policy for names below the record's name (sp); null if the record has no sp, so that p applies.",
          ),
          np: policy(
            "Policy for nonexistent names below the record's name (np); null if the record has no np, so that sp or p applies.",
          ),
        },
        { description: "Policies as published; null if no record applies." },
      ),
    ),
    effective: nullable(
      Type.Object(
        {
          domain: policy("Policy for the domain itself; null if none applies."),
          subdomains: policy("Policy for existing names below the domain; null if unknown."),
          missingSubdomains: policy(
            "Policy for names below the domain that do not exist (np); null if unknown.",
          ),
        },
        {
          description:
            "Policies that receivers apply, with sp, np, t and invalid values taken into account; null if unknown.",
        },
      ),
    ),
    testMode: nullable(
      Type.Boolean({ description: "True if the record has t=y (test mode); null if no record applies." }),
    ),
    alignment: nullable(
      Type.Object({
        dkim: enumeration(["relaxed", "strict"], "Alignment that DKIM needs (tag adkim)."),
        spf: enumeration(["relaxed", "strict"], "Alignment that SPF needs (tag aspf)."),
      }),
    ),
    psd: nullable(
      enumeration(
        ["y", "n", "u"],
        "Whether the record declares its name a public suffix (tag psd); `u`: not stated.",
      ),
    ),
    failureOptions: nullable(
      Type.Array(Type.String(), { description: "When failure reports are sent (tag fo)." }),
    ),
    organizationalDomain: nullable(
      Type.String({
        description:
          "Organizational domain by the tree walk; null if a query of the walk could not be answered.",
      }),
    ),
    walk: Type.Array(
      Type.Object({
        name: Type.String({ description: "Name whose record was queried, without the label `_dmarc`." }),
        status: enumeration(
          ["record", "none", "dropped", "unknown"],
          "`dropped`: there are several records, so all are ignored.",
        ),
        reason,
        records: Type.Array(Type.String()),
      }),
      { description: "The DNS tree walk, in the order of its queries (RFC 9989 4.10)." },
    ),
    tags: Type.Array(Type.Object({ name: Type.String(), value: Type.String() }), {
      description: "Tags of the record that applies, as written.",
    }),
    reports: Type.Array(
      Type.Object({
        tag: enumeration(["rua", "ruf"], "`rua`: aggregate reports; `ruf`: failure reports."),
        uri: Type.String(),
        host: nullable(Type.String()),
        status: enumeration(
          ["inside", "authorised", "unauthorised", "diverted", "invalid", "unknown", "not_asked"],
          "`inside`: the host has the same organizational domain and needs no authorisation; `diverted`: the authorisation redirects reports to another host, which makes the authorisation invalid; `not_asked`: the address is not a mailto address, or is beyond the number of hosts that are looked up.",
        ),
        reason,
        authorisation: nullable(
          Type.String({
            description: "Name at which the host has to publish its authorisation (RFC 9990 4).",
          }),
        ),
        records: Type.Array(Type.String()),
        sentTo: nullable(
          Type.String({
            description: "Address to which the authorisation redirects the reports; null if it names none.",
          }),
        ),
        takesMail: nullable(
          Type.Boolean({
            description:
              "True if mail can be delivered to the host; null if that is unknown or reports are not sent by mail.",
          }),
        ),
      }),
    ),
    asSeenByRfc7489: nullable(
      Type.Object(
        {
          organizationalDomain: Type.String({
            description: "Organizational domain by the public suffix list.",
          }),
          foundAt: nullable(Type.String()),
          policy: policy("Policy for the domain; null if none applies."),
          percent: Type.Integer({ description: "Percentage of the mail that the policy applies to (pct)." }),
          differs: Type.Boolean({
            description: "True if the policy for mail of the domain differs from the policy by RFC 9989.",
          }),
          why: Type.Array(Type.String(), {
            description:
              "What receivers that follow RFC 7489 interpret differently, even if the policy stays the same.",
          }),
        },
        {
          description: "How receivers that still follow RFC 7489 treat the domain; null if that is unknown.",
        },
      ),
    ),
  },
  "DMARC policy of the domain (RFC 9989).",
);
/** The DMARC section of the answer. */
export type DmarcData = Static<typeof DmarcData>;
