import { expect, test } from "bun:test";
import type { TlsSession } from "@dnstools/core/tls";
import { protocolVerdict } from "./protocol.ts";

const FLIGHT = { ocsp: null, scts: false, asksCertificate: false };
const handshake = (version: string, cipher: string, flight: TlsSession["flight"] = null) =>
  ({ version, cipher, flight }) as TlsSession;

test.each([
  ["TLS 1.3", handshake("TLSv1.3", "TLS_AES_128_GCM_SHA256"), "pass", null],
  ["ECDHE", handshake("TLSv1.2", "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"), "pass", null],
  [
    "no forward secrecy",
    handshake("TLSv1.2", "TLS_RSA_WITH_AES_128_GCM_SHA256"),
    "warning",
    "no_forward_secrecy",
  ],
  ["3DES chosen out of all", handshake("TLSv1.2", "TLS_RSA_WITH_3DES_EDE_CBC_SHA"), "warning", "weak_cipher"],
  [
    "one that browsers have not",
    handshake("TLSv1.2", "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA256"),
    "warning",
    "uncommon_cipher",
  ],
  [
    "nothing that clients have",
    handshake("TLSv1.2", "TLS_DHE_RSA_WITH_AES_128_GCM_SHA256", FLIGHT),
    "fail",
    "no_current_cipher",
  ],
  [
    "a handshake that fails all the same",
    handshake("TLSv1.2", "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", FLIGHT),
    "warning",
    "handshake_failed",
  ],
  ["an old version", handshake("TLSv1.1", "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA"), "fail", "old_protocol"],
  ["SSL", handshake("SSLv3", "TLS_RSA_WITH_AES_256_CBC_SHA", FLIGHT), "fail", "old_protocol"],
])("%s", (_, observed, status, reason) => {
  expect(protocolVerdict(observed, "", "https")).toMatchObject({ status, reason });
  const mail = protocolVerdict(observed, "", "smtp25");
  // Between mail servers, any TLS version is better than none.
  expect([mail.status, mail.reason]).toEqual([status === "fail" ? "warning" : status, reason] as [
    typeof mail.status,
    string | null,
  ]);
});

test("all clients refuse a key with a wrong keyUsage, and none refuses a server that asks for a client certificate", () => {
  const observed = handshake("TLSv1.2", "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256", FLIGHT);
  expect(protocolVerdict(observed, "key_usage_bit_incorrect", "https")).toMatchObject({
    status: "fail",
    reason: "key_usage",
  });
  const asks = handshake("TLSv1.2", "TLS_DHE_RSA_WITH_AES_128_GCM_SHA256", {
    ...FLIGHT,
    asksCertificate: true,
  });
  expect(protocolVerdict(asks, "handshake_failure", "https")).toMatchObject({
    status: "warning",
    reason: "client_certificate_required",
  });
});
