import type { ServerObservation } from "@dnstools/core/domain/observations";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { About, Finding } from "@dnstools/core/tool/finding";
import type { Reason } from "@dnstools/core/tool/outcome";
import { findingOf } from "../findings.ts";
import type { DnsObservation } from "../observations.ts";
import { shownByEach, type Wanted } from "./shown-by.ts";

/** Maximum number of servers in one finding. */
const LISTED_MAX = 13;

/**
 * Reasons that show that the server refuses TCP. A timeout is not among them, since this API's own network may cause
 * it.
 */
const NO_TCP: readonly Reason[] = ["unreachable", "reset"];

/** Returns findings about servers that answer over UDP but refuse TCP, and about servers without EDNS. */
export function transportFindings(observed: DnsObservation): Finding[] {
  const own = observed.types
    .filter(({ source }) => source === "authoritative")
    .flatMap(({ replies }) => replies);
  const replies = own.flatMap(({ server, outcome }) =>
    outcome.kind === "present" ? [{ server, reply: outcome.value }] : [],
  );
  const byAddress = Map.groupBy(replies, ({ server }) => server.address);
  const oneOf = (shows: (some: readonly DnsReply[]) => boolean) =>
    [...byAddress.values()]
      .filter((some) => shows(some.map(({ reply }) => reply)))
      .flatMap((some) => some.slice(0, 1));
  const wrong = oneOf((some) => some.some((reply) => wrongRefusal(reply) !== null));
  const plain = oneOf((some) => some.every(({ edns }) => edns === null)).filter(
    (one) => !wrong.includes(one),
  );
  const { server, reason } = observed.tcp ?? {};
  // A server that answers no query at all does not also get the finding about TCP.
  const deaf =
    server !== undefined && reason != null && NO_TCP.includes(reason) && byAddress.has(server.address);
  return [
    ...(deaf ? [findingOf("dns.server_no_tcp", aboutServers(observed, [server], { tcp: true }))] : []),
    ...(plain.length > 0
      ? [
          findingOf(
            "dns.server_no_edns",
            aboutServers(
              observed,
              plain.map(({ server }) => server),
              {},
            ),
          ),
        ]
      : []),
    ...wrong.map(({ server, reply }) => {
      const about = aboutServers(observed, [server], {});
      return findingOf("dns.server_refuses_edns", {
        ...about,
        subject: `${about.subject} answers ${wrongRefusal(reply)}`,
      });
    }),
  ];
}

/**
 * Returns in words how a server that knows EDNS refused it: a server must take version 0 (RFC 6891 6.1.3), and one
 * that does not know EDNS answers without an OPT record (RFC 6891 7). Returns null if the server did not.
 */
function wrongRefusal({ ednsRefused }: DnsReply): string | null {
  if (ednsRefused?.rcode === "BADVERS") return "BADVERS";
  return ednsRefused?.hasOpt ? `${ednsRefused.rcode} with an OPT record` : null;
}

/**
 * Describes all servers that one finding is about.
 * @param wanted selects the exchanges with each server that show the finding.
 */
function aboutServers(
  observed: DnsObservation,
  servers: readonly ServerObservation[],
  wanted: Wanted,
): About {
  const listed = servers.slice(0, LISTED_MAX);
  const more = servers.length > LISTED_MAX ? ` and ${servers.length - LISTED_MAX} more` : "";
  return {
    subject: `${listed.map(({ name, address }) => `${name} (${address})`).join(", ")}${more}`,
    subjects: [...new Set(listed.flatMap(({ name, address }) => [name, address]))],
    evidence: shownByEach(
      observed,
      listed.map(({ address }) => ({ ...wanted, at: [address] })),
    ),
  };
}
