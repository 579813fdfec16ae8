import { AnyRecord, DOMAIN_FIELDS, type DomainData, Server, Status } from "@dnstools/core/domain/data";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { ExtendedError } from "@dnstools/core/tool/evidence";
import { enumeration, nullable } from "@dnstools/core/tool/schema";
import { type Static, Type } from "@sinclair/typebox";

/** Schema of the `data` field in the dns tool's answers. */
export const Data = Type.Object({
  status: Status,
  mode: enumeration(
    ["authoritative", "resolver"],
    "Source of the records: the zone's own servers (without `type`), or this API's resolver (with `type`).",
  ),
  server: nullable(Server),
  ...DOMAIN_FIELDS,
  answers: nullable(
    Type.Array(AnyRecord, {
      description: "With `type`: all records of the resolver's answer in their order, aliases first.",
    }),
  ),
  resolver: nullable(
    Type.Object(
      {
        authenticated: Type.Boolean({
          description: "True if this API's resolver verified the DNSSEC signatures of the answer (flag AD).",
        }),
        bogus: nullable(
          Type.Boolean({
            description:
              "After SERVFAIL: true if the resolver answers once it need not check signatures. null if this was not tried, or if the failure has another cause.",
          }),
        ),
        errors: Type.Array(ExtendedError, {
          description: "Extended errors in the resolver's answer (RFC 8914).",
        }),
      },
      { description: "With `type`: the resolver's verdict on DNSSEC, and its extended errors." },
    ),
  ),
});

/** The `data` field of the dns tool's answers. */
export type DnsData = Omit<Static<typeof Data>, keyof DomainData | "answers"> &
  DomainData & {
    readonly answers: readonly DnsRecord[] | null;
  };
