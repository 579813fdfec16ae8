import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AuthorityName } from "../plan/authorities.ts";
import { type Certificate, certificateOfKind } from "../plan/certificates.ts";
import { hostsOf } from "../plan/plan.ts";
import { certificates } from "../plan/shown.ts";
import { atOnce, run } from "../support/run.ts";
import { type AuthorityFiles, makeAuthorities } from "./authorities.ts";
import { makeCrls, makeStaple } from "./crls.ts";
import { keyMaker } from "./keys.ts";
import { sign } from "./sign.ts";

/**
 * Makes all certificates and keys of the lab: the trusted root (`tls/ca.pem`), all authorities
 * (`tls/authorities/NAME.pem`), a chain and a key for each server (`tls/NAME.pem`, `tls/NAME.key`), and the files
 * that authorities publish (`tls/aia`).
 */
export async function makeCertificates(folder: string): Promise<void> {
  const at = `${folder}/tls`;
  const work = `${folder}/tls-work`;
  for (const path of [at, `${at}/authorities`, `${at}/aia`, work]) mkdirSync(path);
  const keys = keyMaker(work);
  const authorities = await makeAuthorities(work, keys);
  for (const [name, { pem }] of authorities) copyFileSync(pem, `${at}/authorities/${name}.pem`);
  const filesOf = (name: AuthorityName): AuthorityFiles => {
    const files = authorities.get(name);
    if (files === undefined) throw new Error(`no authority ${name}`);
    return files;
  };
  copyFileSync(filesOf("root").pem, `${at}/ca.pem`);
  await Promise.all([
    publish(`${at}/aia`, (name) => filesOf(name).pem),
    atOnce(Object.entries({ ...certificates(), ...registries() }), async ([name, wanted]) => {
      const key = await keys(wanted.key, wanted.owner ?? "servers");
      copyFileSync(key.key, `${at}/${name}.key`);
      const pem = await sign(work, {
        ...wanted,
        name,
        subject: wanted.subject === null ? "/" : `/CN=${wanted.subject}`,
        extensions: { ...usual(wanted), ...wanted.extensions },
        key,
        by: wanted.issuer === "itself" ? null : filesOf(wanted.issuer),
      });
      const text = readFileSync(pem, "utf8");
      const leaf = wanted.damaged ? damaged(text) : text;
      const above = wanted.sent.map((authority) => readFileSync(filesOf(authority).pem, "utf8"));
      writeFileSync(`${at}/${name}.pem`, [leaf.repeat(wanted.times ?? 1), ...above].join(""));
    }),
  ]);
  await Promise.all([
    makeCrls(work, at, filesOf),
    // The ffdhe2048 group of RFC 7919, for servers with DHE ciphers.
    run(
      "openssl",
      "genpkey",
      "-genparam",
      "-algorithm",
      "DH",
      "-pkeyopt",
      "group:ffdhe2048",
      "-out",
      `${at}/dh.pem`,
    ),
    ...hostsOf("nginx").flatMap(({ certificate: name, staple }) =>
      staple === undefined ? [] : [makeStaple(work, at, { name, staple }, filesOf("intermediate"))],
    ),
  ]);
  rmSync(work, { recursive: true });
}

/** Returns the extensions of a correct server certificate (CA/Browser Forum Baseline Requirements 7.1.2.7). */
function usual({ subject, names, issuer }: Certificate): Readonly<Record<string, string>> {
  // RFC 5280 section 4.1.2.6: subjectAltName is critical if the subject is empty.
  const critical = subject === null ? "critical," : "";
  const alternatives: Record<string, string> =
    names.length === 0 ? {} : { subjectAltName: `${critical}@names` };
  const key = { subjectKeyIdentifier: "hash", authorityKeyIdentifier: "keyid" };
  // The same extensions as in certificates of `openssl req -x509`. With the key usages of a server, some clients would
  // not recognise the certificate as self-signed.
  if (issuer === "itself") return { basicConstraints: "critical,CA:TRUE", ...key, ...alternatives };
  return {
    basicConstraints: "critical,CA:FALSE",
    keyUsage: "critical,digitalSignature",
    extendedKeyUsage: "serverAuth",
    ...key,
    ...alternatives,
  };
}

/** File name of the certificate that the registries share. One certificate for all saves the time to make more. */
export const SHARED = "registries";

function registries(): Readonly<Record<string, Certificate>> {
  const hosts = hostsOf("registry").filter((host) => host.serves !== "whois");
  const sharing = hosts.filter((host) => host.certificate === undefined).map((host) => host.name);
  return {
    [SHARED]: certificateOfKind("valid", sharing),
    ...Object.fromEntries(
      hosts.flatMap(({ name, certificate }) =>
        certificate === undefined ? [] : [[name, certificateOfKind(certificate, [name])]],
      ),
    ),
  };
}

/** The certificates that authorities publish: file name to authority. */
const PUBLISHED: Readonly<Record<string, AuthorityName>> = {
  "intermediate.crt": "intermediate",
  "sub.crt": "sub",
  "deep.crt": "deep",
  "loop-a.crt": "loopA",
  "loop-b.crt": "loopB",
  "stranger-intermediate.crt": "strangerWithAia",
  "stranger-root.crt": "strangerRoot",
};

/**
 * Writes the published certificates as DER (RFC 5280 section 4.2.2.1), and the intermediate also as PEM and PKCS #7.
 */
async function publish(folder: string, pemOf: (name: AuthorityName) => string): Promise<void> {
  for (const [file, name] of Object.entries(PUBLISHED))
    writeFileSync(`${folder}/${file}`, derOf(readFileSync(pemOf(name), "utf8")));
  const pem = pemOf("intermediate");
  copyFileSync(pem, `${folder}/intermediate.pem`);
  writeFileSync(`${folder}/garbage.crt`, "<!doctype html><title>Not found</title><p>We have moved.\n");
  const only = ["-nocrl", "-certfile", pem, "-outform", "DER", "-out", `${folder}/intermediate.p7c`];
  await run("openssl", "crl2pkcs7", ...only);
}

function derOf(pem: string): Buffer {
  return Buffer.from(pem.replace(/-----[^-]+-----/g, ""), "base64");
}

/** Returns a certificate with one bit of its signature flipped. The signature is the last field. */
function damaged(pem: string): string {
  const der = derOf(pem);
  const last = der.length - 1;
  der[last] = (der[last] ?? 0) ^ 1;
  const lines = der.toString("base64").replace(/.{64}/g, "$&\n").trimEnd();
  return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`;
}
