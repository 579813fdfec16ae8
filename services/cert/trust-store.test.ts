import { expect, test } from "bun:test";
import { rootCertificates } from "node:tls";
import { parseCertificate } from "@dnstools/core/protocol/x509/certificate";
import { createTrustStore } from "./trust-store.ts";

const ORIGIN = { source: "the test's", date: null };

test("each authority of the public web is found by its own subject, and only once", () => {
  const store = createTrustStore({ ...ORIGIN, web: [...rootCertificates, ...rootCertificates], own: [] });
  expect(store.count).toBe(rootCertificates.length);
  for (const pem of rootCertificates) {
    const der = Buffer.from(pem.replace(/-----[^-]+-----/g, ""), "base64");
    const certificate = parseCertificate(der);
    if (certificate === null) throw new Error(`cannot be parsed: ${pem}`);
    const found = store.near([certificate]).filter((anchor) => anchor.der === der.toString("base64"));
    expect(found).toEqual([{ der: der.toString("base64"), of: "web" }]);
  }
});

test("an authority that the operator adds again stays one of the public web, and a broken one is never found", () => {
  const [pem = ""] = rootCertificates;
  const broken = "-----BEGIN CERTIFICATE-----\nMAMCAQA=\n-----END CERTIFICATE-----";
  const store = createTrustStore({ ...ORIGIN, web: [pem], own: [pem, broken] });
  const certificate = parseCertificate(Buffer.from(pem.replace(/-----[^-]+-----/g, ""), "base64"));
  if (certificate === null) throw new Error("cannot be parsed");
  expect(store.near([certificate]).map(({ of }) => of)).toEqual(["web"]);
});
