import type { TlsObservation, TlsTarget } from "@dnstools/core/tls";
import { type Exchange, exchangeOf } from "../exchange.ts";

/** The evidence of a look at a server's TLS, with the arguments of openssl that repeat it. */
export function tlsEvidence(
  target: TlsTarget,
  observed: TlsObservation,
  elapsedMs: number,
): Exchange<unknown> {
  const { host, address, port, protocol } = target;
  const place = `${address.includes(":") ? `[${address}]` : address}:${port}`;
  const starttls = protocol === "tls" ? "" : ` -starttls ${protocol}`;
  const name = host === null ? " -noservername" : ` -servername ${host}`;
  return exchangeOf(observed.outcome, {
    question: `openssl s_client -connect ${place}${starttls}${name} -showcerts`,
    server: host ?? address,
    address: `${address}#${port}`,
    transport: protocol,
    rcode: null,
    at: new Date(1000 * observed.at).toISOString(),
    elapsedMs: observed.kept ? 0 : elapsedMs,
  });
}
