import { AnyRecord, DOMAIN_FIELDS, type DomainData, Server, Status } from "@dnstools/core/domain/data";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { ExtendedError } from "@dnstools/core/tool/evidence";
import { enumeration, nullable } from "@dnstools/core/tool/schema";
import { type Static, Type } from "@sinclair/typebox";

/** Schema of the dns tool's `data`. */
export const Data = Type.Object({
  status: Status,
  mode: enumeration(
    ["authoritative", "resolver"],
    "Without type: the zone's own servers. With type: our resolver.",
  ),
  server: nullable(Server),
  ...DOMAIN_FIELDS,
  answers: nullable(
    Type.Array(AnyRecord, { description: "With type: the whole answer, aliases first, in order." }),
  ),
  resolver: nullable(
    Type.Object(
      {
        authenticated: Type.Boolean({
          description: "AD: our resolver checked the DNSSEC signatures of the answer.",
        }),
        bogus: nullable(
          Type.Boolean({
            description:
              "After SERVFAIL: whether it answers when it must not check signatures. null: not asked.",
          }),
        ),
        errors: Type.Array(ExtendedError, { description: "Extended errors it gave (RFC 8914)." }),
      },
      { description: "With type: what our resolver said of its answer." },
    ),
  ),
});

/** The dns tool's `data`. */
export type DnsData = Omit<Static<typeof Data>, keyof DomainData | "answers"> &
  DomainData & {
    readonly answers: readonly DnsRecord[] | null;
  };
