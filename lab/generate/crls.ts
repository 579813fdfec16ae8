import { X509Certificate } from "node:crypto";
import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import type { AuthorityName } from "../plan/authorities.ts";
import { CRLS, type CrlFault } from "../plan/tls-profiles.ts";
import { run } from "../support/run.ts";
import type { AuthorityFiles } from "./authorities.ts";

const AIA = "http://aia.certs.com";

/**
 * Lines of x509v3_config for the extensions that limit a CRL's scope or mark it as a delta CRL (RFC 5280 sections
 * 5.2.4, 5.2.5).
 */
const SCOPES: Readonly<Partial<Record<CrlFault, string>>> = {
  authorities: "issuingDistributionPoint = critical,@scope\n[scope]\nonlyCA = TRUE",
  other_point: `issuingDistributionPoint = critical,@scope\n[scope]\nfullname = URI:${AIA}/another.crl`,
  indirect: "issuingDistributionPoint = critical,@scope\n[scope]\nindirectCRL = TRUE",
  delta: "2.5.29.27 = critical,DER:020101",
};

/**
 * Returns the certificate database of `openssl ca`: status, expiry, revocation time with reason, serial number, file,
 * subject.
 */
function database(serial: string | null, state: "R" | "V"): string {
  if (serial === null) return "";
  const even = serial.length % 2 === 0 ? serial : `0${serial}`;
  return `${state}\t491231000000Z\t${state === "R" ? "261101000000Z,keyCompromise" : ""}\t${even}\tunknown\t/CN=x\n`;
}

function serialOf(pem: string): string {
  return new X509Certificate(readFileSync(pem)).serialNumber;
}

/**
 * Makes every CRL of the plan. The certificates must exist already.
 * @param at the folder of certificates.
 */
export async function makeCrls(
  work: string,
  at: string,
  filesOf: (name: AuthorityName) => AuthorityFiles,
): Promise<void> {
  await Promise.all(
    Object.entries(CRLS).map(async ([file, { revokes, wrong }]) => {
      const by = filesOf(wrong === "other_issuer" ? "rsa" : "intermediate");
      const base = `${work}/${file}`;
      writeFileSync(
        `${base}.txt`,
        database(revokes === undefined ? null : serialOf(`${at}/${revokes}.pem`), "R"),
      );
      const scope = SCOPES[wrong ?? "damaged"] ?? "";
      writeFileSync(
        `${base}.cnf`,
        `[ca]\ndefault_ca = lab\n[lab]\ndatabase = ${base}.txt\ndefault_md = sha256\ncrl_extensions = more\n[more]\nauthorityKeyIdentifier = keyid\n${scope}\n`,
      );
      const times =
        wrong === "expired"
          ? ["-crl_lastupdate", "20260101000000Z", "-crl_nextupdate", "20260201000000Z"]
          : ["-crldays", "7"];
      const command = [
        "openssl",
        "ca",
        "-gencrl",
        "-config",
        `${base}.cnf`,
        "-cert",
        by.pem,
        "-keyfile",
        by.key,
      ];
      await run(...command, ...times, "-out", base);
      await run("openssl", "crl", "-in", base, "-outform", "DER", "-out", `${at}/aia/${file}`);
      if (wrong === "damaged") damage(`${at}/aia/${file}`);
    }),
  );
  const large = `${at}/aia/large.crl`;
  writeFileSync(large, "");
  truncateSync(large, 30_000_000);
}

/** Flips one bit of the signature, which is the last field of the file. */
function damage(file: string): void {
  const bytes = readFileSync(file);
  bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
  writeFileSync(file, bytes);
}

/** Makes the OCSP response that a server staples, as `NAME.ocsp` next to its certificate. */
export async function makeStaple(
  work: string,
  at: string,
  { name, staple }: { name: string; staple: "good" | "revoked" | "damaged" },
  by: AuthorityFiles,
): Promise<void> {
  const index = `${work}/${name}.index`;
  const leaf = `${at}/${name}.pem`;
  writeFileSync(index, database(serialOf(leaf), staple === "revoked" ? "R" : "V"));
  const ask = `${work}/${name}.ask`;
  const authority = ["-issuer", by.pem];
  await run("openssl", "ocsp", ...authority, "-cert", leaf, "-no_nonce", "-reqout", ask);
  const signer = ["-rsigner", by.pem, "-rkey", by.key, "-CA", by.pem, "-ndays", "3"];
  await run("openssl", "ocsp", "-index", index, ...signer, "-reqin", ask, "-respout", `${at}/${name}.ocsp`);
  if (staple === "damaged") damageWithin(`${at}/${name}.ocsp`);
}

/**
 * Changes one digit of a time in the signed part of an OCSP response. A change of the file's last byte would not
 * damage the signature, because the signer's certificate follows it.
 */
function damageWithin(file: string): void {
  const text = readFileSync(file, "latin1");
  const place = text.search(/20\d{12}Z/);
  writeFileSync(
    file,
    `${text.slice(0, place + 13)}${text[place + 13] === "0" ? "1" : "0"}${text.slice(place + 14)}`,
    "latin1",
  );
}
