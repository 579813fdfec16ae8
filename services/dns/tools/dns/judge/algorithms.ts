import { ALGORITHMS } from "@dnstools/core/protocol/dns/dnskey";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import type { Finding } from "@dnstools/core/tool/finding";
import { type FINDINGS, findingOf } from "../findings.ts";
import type { DnsObservation } from "../observations.ts";
import { recordsAt } from "./servers.ts";
import { shownBy } from "./shown-by.ts";

/** Algorithms that must not be used for signing (RFC 9904 to 9906). */
const DEPRECATED = [1, 3, 5, 6, 7, 12];
const DEPRECATED_DIGESTS: Readonly<Record<number, string>> = { 1: "SHA-1", 3: "GOST R 34.11-94" };

/** Returns findings about DNSSEC algorithms and DS digests that must not be used. */
export function algorithmFindings(observed: DnsObservation, name: string): Finding[] {
  const keys = recordsAt(observed, name, "DNSKEY") as readonly DnsRecord<"DNSKEY">[];
  const ds = recordsAt(observed, name, "DS") as readonly DnsRecord<"DS">[];
  const old = [...keys, ...ds].flatMap(({ type, data: { algorithm } }) =>
    DEPRECATED.includes(algorithm)
      ? [{ type, what: `algorithm ${ALGORITHMS[algorithm]} (${algorithm})` }]
      : [],
  );
  const digests = ds.flatMap(({ type, data: { digestType } }) =>
    DEPRECATED_DIGESTS[digestType] === undefined
      ? []
      : [{ type, what: `${DEPRECATED_DIGESTS[digestType]} (${digestType})` }],
  );
  const found = (
    code: keyof typeof FINDINGS,
    all: readonly { readonly type: string; readonly what: string }[],
  ) =>
    [...Map.groupBy(all, ({ what }) => what)].map(([what, some]) => {
      const types = [...new Set(some.map(({ type }) => type))];
      const evidence = shownBy(observed, { names: [name], types });
      return findingOf(code, { subject: what, subjects: [name, ...types, what], evidence });
    });
  return [...found("dns.algorithm_deprecated", old), ...found("dns.digest_deprecated", digests)];
}
