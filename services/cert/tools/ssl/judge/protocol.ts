import { isForwardSecret, isWeak } from "@dnstools/core/protocol/tls/suites";
import type { TlsSession } from "@dnstools/core/tls";
import type { Verdict } from "@dnstools/core/tool/verdict";
import type { ServiceName } from "../services.ts";

/** TLS versions that current clients do not accept by default (RFC 8996, RFC 7568). */
const OLD: readonly string[] = ["TLSv1.1", "TLSv1", "SSLv3"];

/** Returns true if current clients do not accept the TLS version by default. */
export function isOld(version: string): boolean {
  return OLD.includes(version);
}

/**
 * TLS 1.2 suites that at least one current browser offers, and the TLS 1.3 suites, which all browsers offer.
 * Source: releases of Chrome, Firefox and Safari of 2025.
 */
const OF_BROWSERS =
  /^TLS_(AES|CHACHA20)_|^TLS_ECDHE_(RSA|ECDSA)_WITH_(AES_\d+_GCM|CHACHA20)|^TLS_(ECDHE_RSA|ECDHE_ECDSA|RSA)_WITH_AES_\d+_CBC_SHA$|^TLS_RSA_WITH_AES_\d+_GCM/;

function isOfBrowsers(cipher: string): boolean {
  return OF_BROWSERS.test(cipher);
}

/**
 * Judges whether current clients support the version and the cipher. Between mail servers, an old version or cipher is
 * only a warning, since mail servers accept any TLS (RFC 7435).
 * @param detail why the handshake was not finished; empty if it was finished.
 */
export function protocolVerdict(
  { version, cipher, flight }: TlsSession,
  detail: string,
  service: ServiceName,
): Verdict {
  const worst = service === "smtp25" ? "warning" : "fail";
  if (isOld(version))
    return {
      status: worst,
      reason: "old_protocol",
      detail: `The newest version that the server supports is ${version}.`,
    };
  if (flight?.asksCertificate)
    return {
      status: "warning",
      reason: "client_certificate_required",
      detail: "The server asks clients for a certificate and finishes no handshake without one.",
    };
  if (flight !== null && !isOfBrowsers(cipher))
    return {
      status: worst,
      reason: "no_current_cipher",
      detail: `The server chose ${cipher} and supports nothing newer.`,
    };
  if (flight !== null) {
    // All clients refuse a key whose keyUsage does not permit the cipher. In other cases, perhaps only our TLS library
    // fails.
    const [status, reason] =
      worst === "fail" && /key_usage/.test(detail)
        ? (["fail", "key_usage"] as const)
        : (["warning", "handshake_failed"] as const);
    const why = detail === "" ? "" : ` (${detail})`;
    return {
      status,
      reason,
      detail: `This API could not finish a handshake${why}, although ${cipher} is current.`,
    };
  }
  if (isWeak(cipher))
    return { status: "warning", reason: "weak_cipher", detail: `The server chose ${cipher}.` };
  if (!isOfBrowsers(cipher))
    return {
      status: "warning",
      reason: "uncommon_cipher",
      detail: `The server chose ${cipher}, which no current browser supports; whether it supports another one is not known.`,
    };
  if (!isForwardSecret(cipher))
    return {
      status: "warning",
      reason: "no_forward_secrecy",
      detail: `The server chose ${cipher}: anyone who gets the key later can decrypt recorded connections.`,
    };
  return { status: "pass", reason: null, detail: "Current clients support the version and the cipher." };
}
