import type { Evidence } from "@dnstools/core/tool/evidence";
import type { TraceContext } from "./context.ts";
import { type Attributes, openBelow, type Span } from "./span.ts";

/** Our own resolvers in evidence. */
const OURS = "resolver";

/**
 * An exchange with the outside world as a span: evidence knows all that one needs. Server and question name whom somebody
 * asked about, so that they are told only where that may be.
 */
export function exchangeSpan(evidence: Evidence, parent: TraceContext, tellsQueries: boolean): Span {
  const { transport, rcode, reason, at, elapsedMs } = evidence;
  const startMs = Date.parse(at);
  const isDns = transport === "udp" || transport === "tcp";
  const isHttp = transport === "https" || transport === "http";
  const type = isDns ? (/ IN (\S+)/.exec(evidence.question)?.[1] ?? "") : "";
  const attributes: Attributes = {
    "dnstools.upstream": evidence.server === OURS ? "own_resolver" : "server",
    "network.protocol.name": isDns ? "dns" : transport,
    ...(isDns ? { "network.transport": transport, "dnstools.dns.question.type": type } : {}),
    ...(rcode !== null && isDns ? { "dnstools.dns.rcode": rcode } : {}),
    ...(isHttp ? { "http.request.method": "GET" } : {}),
    ...(isHttp && rcode !== null ? { "http.response.status_code": Number(rcode) } : {}),
    ...(reason === null ? {} : { "error.type": reason }),
    ...(tellsQueries
      ? {
          "dnstools.question": evidence.question,
          "dnstools.server": evidence.server,
          "server.address": evidence.address,
        }
      : {}),
  };
  return {
    ...openBelow(parent),
    kind: "client",
    name: isDns ? `DNS ${type}` : isHttp ? "GET" : transport.toUpperCase(),
    startMs,
    endMs: startMs + elapsedMs,
    attributes,
    failed: reason !== null,
  };
}
