import type { Hello } from "@dnstools/core/protocol/tls/hello";
import type { TlsObservation, TlsTarget } from "@dnstools/core/tls";
import { type Exchange, exchangeOf } from "../exchange.ts";

/** Arguments with which openssl repeats each kind of ClientHello; they must enable old and weak algorithms. */
const HELLO_OPTIONS: Readonly<Record<Hello, string>> = {
  all: " -no_tls1_3 -status -cipher ALL:@SECLEVEL=0",
  rsa: " -no_tls1_3 -cipher aRSA:@SECLEVEL=0",
  old: " -no_tls1_3 -no_tls1_2 -cipher ALL:@SECLEVEL=0",
  weak: " -no_tls1_3 -cipher kRSA:NULL:3DES:RC4:@SECLEVEL=0",
};

/** Returns the evidence of a TLS observation, with an openssl command that repeats the handshake. */
export function tlsEvidence(
  target: TlsTarget,
  observed: TlsObservation,
  elapsedMs: number,
): Exchange<unknown> {
  const { host, address, port, protocol } = target;
  const shown = observed.outcome.kind === "present" && observed.outcome.value.flight !== null;
  const hello = target.hello ?? (shown ? "all" : null);
  const endpoint = `${address.includes(":") ? `[${address}]` : address}:${port}`;
  const starttls = protocol === "tls" ? "" : ` -starttls ${protocol}`;
  const name = host === null ? " -noservername" : ` -servername ${host}`;
  const offer = hello === null ? "" : HELLO_OPTIONS[hello];
  return exchangeOf(observed.outcome, {
    question: `openssl s_client -connect ${endpoint}${starttls}${name}${offer} -showcerts`,
    server: host ?? address,
    address: `${address}#${port}`,
    transport: protocol,
    rcode: null,
    at: new Date(1000 * observed.at).toISOString(),
    elapsedMs: observed.kept ? 0 : elapsedMs,
  });
}
