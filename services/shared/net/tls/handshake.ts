import type { X509Certificate } from "node:crypto";
import type { Socket } from "node:net";
import { connect, createSecureContext, type TLSSocket } from "node:tls";
import { onAbort } from "@dnstools/concurrency/abortable";
import type { TlsSession } from "@dnstools/core/tls";
import { type Outcome, present, type Reason, unknown } from "@dnstools/core/tool/outcome";
import { KEYLESS_AUTHORITY } from "./keyless-authority.ts";
import { leave } from "./leave.ts";

/**
 * The TLS context of handshakes. It offers everything that Bun supports, including ciphers that are in none of Bun's
 * groups (1.4.5), so that even outdated servers can answer; weaknesses are judged later. It is created only once
 * because creating it is the most expensive step.
 */
const CONTEXT = createSecureContext({
  ca: KEYLESS_AUTHORITY,
  minVersion: "TLSv1",
  ciphers: "ALL:ECDHE-RSA-AES128-SHA256:DES-CBC3-SHA",
  ecdhCurve: "X25519:P-256:P-384:P-521",
});

/** Maximum number of certificates in a chain that are kept. */
export const CHAIN_MAX = 20;
/** Maximum number of certificates in a chain that are counted. */
const COUNT_MAX = 1000;

/**
 * The result of a handshake. `detail` is the name of the alert or error, and `closed` resolves when the connection
 * is closed.
 */
export type Shaken = {
  readonly outcome: Outcome<TlsSession>;
  readonly detail: string;
  readonly closed: Promise<void>;
};

/**
 * Performs a TLS handshake over a connected socket without validating certificates, which are judged later. Never
 * rejects: resolves when the signal fires at the latest. The socket is closed when the function resolves, or shortly
 * after if a farewell is sent.
 * @param host the server name to send; null for none.
 * @param farewell a line to send over TLS before closing; empty for none.
 */
export function shakeHands(
  socket: Socket,
  { host, alpn, farewell }: { host: string | null; alpn: readonly string[]; farewell: string },
  signal: AbortSignal,
): Promise<Shaken> {
  const { promise, resolve } = Promise.withResolvers<Shaken>();
  const start = performance.now();
  const secured = connect({
    socket,
    secureContext: CONTEXT,
    rejectUnauthorized: false,
    ...(host === null ? {} : { servername: host }),
    ...(alpn.length === 0 ? {} : { ALPNProtocols: [...alpn] }),
  });
  let settled = false;
  const settle = (outcome: Outcome<TlsSession>, detail = "") => {
    if (settled) return;
    settled = true;
    const drop = () => {
      secured.destroy();
      socket.destroy();
    };
    const polite = outcome.kind === "present" && farewell !== "";
    if (!polite) drop();
    resolve({ outcome, detail, closed: polite ? leave(secured, farewell).then(drop) : Promise.resolve() });
  };
  const late = () => settle(unknown("timeout"));
  secured.on("error", (error) => settle(...failureOf(error)));
  secured.on("close", () => settle(unknown("reset")));
  secured.on("secureConnect", () => {
    const handshakeMs = performance.now() - start;
    settle(present({ ...sessionOf(secured), handshakeMs: Math.round(handshakeMs * 1000) / 1000 }));
  });
  return promise.finally(onAbort(signal, late));
}

function sessionOf(secured: TLSSocket): Omit<TlsSession, "handshakeMs"> {
  const group = secured.getEphemeralKeyInfo() as { name?: string } | null;
  const alpn = secured.alpnProtocol;
  const all = [...sent(secured.getPeerX509Certificate())];
  return {
    version: secured.getProtocol() ?? "unknown",
    cipher: secured.getCipher().standardName,
    group: group?.name ?? null,
    alpn: typeof alpn === "string" ? alpn : null,
    chain: all.slice(0, CHAIN_MAX).map(({ raw }) => raw.toString("base64")),
    chainTotal: all.length,
    flight: null,
  };
}

/** Yields the certificates of a chain in the order in which the server sent them. */
function* sent(first: X509Certificate | undefined): Generator<X509Certificate> {
  let next = first;
  for (let count = 0; next !== undefined && count < COUNT_MAX; count++) {
    yield next;
    next = next.issuerCertificate;
  }
}

/** Returns the outcome for a handshake error, and the name of the alert or error. */
function failureOf(error: Error): [Outcome<TlsSession>, string] {
  const code = String((error as { code?: unknown }).code ?? "");
  const name = code.replace(/^ERR_SSL_/, "").toLowerCase();
  const alert = /^(?:sslv3|tlsv1\d*)_(?:alert_)?(.+)$/.exec(name)?.[1];
  const by: readonly (readonly [RegExp, Reason])[] = [
    [
      /^(wrong_version_number|http_request|https_proxy_request|unexpected_record|unexpected_message)$/,
      "not_tls",
    ],
    [/protocol_version$|^(unsupported_protocol|wrong_ssl_version)$/, "protocol_too_old"],
    [/^excessive_message_size$/, "too_large"],
    [/^(econnreset|epipe|etimedout)$/, "reset"],
    // Other system errors, such as EHOSTUNREACH.
    [/^e[a-z]+$/, "unreachable"],
  ];
  const found = by.find(([pattern]) => pattern.test(name))?.[1];
  if (found !== undefined) return [unknown(found), alert ?? (name.startsWith("e") ? "" : name)];
  // If our own TLS library rejects the handshake, other clients may still accept it.
  return alert === undefined ? [unknown("no_common_tls"), name] : [alertOutcome(alert), alert];
}

/** Alerts which only mean that the server supports nothing that we offer (RFC 8446 6.2, RFC 7301 3.2). */
const NOTHING_IN_COMMON = ["handshake_failure", "insufficient_security", "no_application_protocol"];

/** Returns the outcome for an alert that a server sent. */
export function alertOutcome(alert: string): Outcome<never> {
  return unknown(NOTHING_IN_COMMON.includes(alert) ? "no_common_tls" : "tls_alert");
}
