import type { Answer } from "@dnstools/core/report/answer";
import { finding } from "@dnstools/core/tool/finding";
import type { Certificate } from "../data/certificate.ts";
import type { ServerData, SslData } from "../data.ts";
import { FINDINGS } from "../findings.ts";

const good = { status: "pass", reason: null, detail: "" } as const;
const open = { status: "unknown", reason: "timeout", detail: "No certificate was seen." } as const;

/** Creates a certificate from a letter: `a` is the server's own, and the following letters are its issuers. */
export function certificate(letter: string, more: Partial<Certificate> = {}): Certificate {
  return {
    sha256: letter.repeat(64),
    subject: `CN=${letter}`,
    issuer: `CN=${String.fromCharCode(letter.charCodeAt(0) + 1)}`,
    serial: "01",
    notBefore: "2026-10-01T00:00:00.000Z",
    notAfter: "2026-12-24T00:00:00.000Z",
    key: { algorithm: "ec", bits: 256, curve: "prime256v1", weak: false },
    signature: { algorithm: "ecdsa-with-SHA256", weak: false },
    details: null,
    ...more,
  };
}

/** Creates a link of a path. */
export function link(letter: string, from: "sent" | "aia" | "store") {
  return { sha256: letter.repeat(64), from, problems: [] };
}

/** Creates a server without faults. */
export function server(more: Partial<ServerData> = {}): ServerData {
  return {
    host: "www.example.com",
    address: "192.0.2.1",
    port: 443,
    service: "https",
    source: "host",
    preference: null,
    observedAt: "2026-11-23T12:00:00.000Z",
    reachability: {
      ...{ status: "ok", stage: "done", reason: null, detail: "", connectMs: 1 },
      ...{ greeting: null, capabilities: null },
    },
    tls: {
      ...{ finished: true, serverName: "www.example.com", version: "TLSv1.3", handshakeMs: 1 },
      ...{ cipher: "TLS_AES_128_GCM_SHA256", group: "X25519", alpn: null },
    },
    chain: [
      { role: "leaf", sha256: "a".repeat(64) },
      { role: "intermediate", sha256: "b".repeat(64) },
    ],
    chainTotal: 2,
    path: [link("a", "sent"), link("b", "sent"), link("c", "store")],
    verdicts: { validity: good, host: good, trust: good, chain: good, protocol: good },
    withAia: null,
    dane: { status: "absent", reason: null, detail: "", name: null, records: [] },
    more: null,
    ...more,
  } as ServerData;
}

/** Creates a server that did not answer. */
export function deadServer(more: Partial<ServerData> = {}): ServerData {
  return server({
    reachability: {
      ...{ status: "unknown", stage: "connect", reason: "timeout", detail: "", connectMs: null },
      ...{ greeting: null, capabilities: null },
    },
    ...{ tls: null, chain: null, chainTotal: null, path: null },
    verdicts: { validity: open, host: open, trust: open, chain: open, protocol: open },
    ...more,
  });
}

/** Creates an answer about servers, with findings by their codes. */
export function answerOf(
  servers: readonly ServerData[],
  codes: readonly (keyof typeof FINDINGS)[] = [],
  more: Partial<SslData> = {},
): Answer<SslData> {
  const status = codes.length === 0 ? "pass" : "fail";
  return {
    tool: "ssl",
    query: { host: "www.example.com", domain: null, connect: null, service: "https" },
    summary: { status, text: "" },
    data: {
      name: "www.example.com",
      service: "https",
      servers: [...servers],
      discovery: { status: "given", reason: null, by: "host", asked: null, dropped: 0 },
      summary: {
        ...{ servers: servers.length, reached: 0, good: 0, expiry: null, refusedBy: [], sentence: "" },
        verdict: { status, reason: null, detail: "" },
      },
      certificates: ["a", "b", "c"].map((letter) => certificate(letter)),
      web: null,
      caa: [],
      trustStore: { source: "Mozilla's", date: null, certificates: 100 },
      ...more,
    },
    findings: codes.map((code) => finding(FINDINGS, code, "www.example.com")),
    evidence: [],
    links: { self: "", report: null, docs: "", related: [] },
    meta: {
      ...{ observedAt: "2026-11-23T12:00:00.000Z", elapsedMs: 1, deadlineMs: 1, cost: 3, version: "" },
      ...{ requestId: "", cache: { hit: false, ageS: 0 }, environment: [] },
    },
  };
}
