import { isForwardSecret, isWeak } from "@dnstools/core/protocol/tls/suites";
import type { TlsSession } from "@dnstools/core/tls";
import type { Verdict } from "@dnstools/core/tool/verdict";
import type { ServiceName } from "../services.ts";

/** Versions that no client of today takes without being told to (RFC 8996, RFC 7568). */
const OLD: readonly string[] = ["TLSv1.1", "TLSv1", "SSLv3"];

export function isOld(version: string): boolean {
  return OLD.includes(version);
}

/**
 * Suites of TLS 1.2 that some current browser offers; all of them offer those of TLS 1.3. Source: releases of Chrome, Firefox and
 * Safari of 2025.
 */
const OF_BROWSERS =
  /^TLS_(AES|CHACHA20)_|^TLS_ECDHE_(RSA|ECDSA)_WITH_(AES_\d+_GCM|CHACHA20)|^TLS_(ECDHE_RSA|ECDHE_ECDSA|RSA)_WITH_AES_\d+_CBC_SHA$|^TLS_RSA_WITH_AES_\d+_GCM/;

function isOfBrowsers(cipher: string): boolean {
  return OF_BROWSERS.test(cipher);
}

/**
 * Whether current clients have the version and the cipher. Between mail servers it is no more than a warning: they take what there
 * is (RFC 7435).
 * @param detail why no handshake came about, where none did.
 */
export function protocolVerdict(
  { version, cipher, flight }: TlsSession,
  detail: string,
  service: ServiceName,
): Verdict {
  const worst = service === "smtp25" ? "warning" : "fail";
  if (isOld(version))
    return { status: worst, reason: "old_protocol", detail: `The newest that it speaks is ${version}.` };
  if (flight?.asksCertificate)
    return {
      status: "warning",
      reason: "client_certificate_required",
      detail: "It asks clients for a certificate, and finished no handshake without one.",
    };
  if (flight !== null && !isOfBrowsers(cipher))
    return { status: worst, reason: "no_current_cipher", detail: `It chose ${cipher}, and nothing newer.` };
  if (flight !== null) {
    // A key that may not be used as the cipher does is refused by all; for other reasons only our library may have failed.
    const [status, reason] =
      worst === "fail" && /key_usage/.test(detail)
        ? (["fail", "key_usage"] as const)
        : (["warning", "handshake_failed"] as const);
    const why = detail === "" ? "" : ` (${detail})`;
    return {
      status,
      reason,
      detail: `No handshake came about here${why}, though ${cipher} is current.`,
    };
  }
  if (isWeak(cipher)) return { status: "warning", reason: "weak_cipher", detail: `It chose ${cipher}.` };
  if (!isOfBrowsers(cipher))
    return {
      status: "warning",
      reason: "uncommon_cipher",
      detail: `It chose ${cipher}, which no current browser has; whether it takes another one is not known.`,
    };
  if (!isForwardSecret(cipher))
    return {
      status: "warning",
      reason: "no_forward_secrecy",
      detail: `It chose ${cipher}: what is recorded can be read by whoever gets the key later.`,
    };
  return { status: "pass", reason: null, detail: "Current clients have both." };
}
