import { writeFileSync } from "node:fs";
import { run } from "../support/run.ts";
import type { KeyFiles } from "./keys.ts";

/** A certificate to be made. */
export type Wanted = {
  /** File name, without extension. */
  readonly name: string;
  /** Value of openssl's -subj option. */
  readonly subject: string;
  /** The subjectAltName entries, as in plan/certificates.ts. */
  readonly names: readonly string[];
  readonly days: readonly [from: number, until: number];
  readonly digest?: "sha1" | "md5";
  /** Lines of x509v3_config by extension. An extension whose value is null is left out. */
  readonly extensions: Readonly<Record<string, string | null>>;
  readonly key: KeyFiles;
  /** Paths of the issuer's certificate and key; null for a self-signed certificate. */
  readonly by: { readonly pem: string; readonly key: string } | null;
};

/**
 * Makes a certificate. Each call has its own `openssl ca` database, so calls can run in parallel.
 * @returns the path of the certificate.
 */
export async function sign(folder: string, wanted: Wanted): Promise<string> {
  const { name, names, extensions, key, by } = wanted;
  const file = `${folder}/${name}`;
  // The order of the extensions matters: subjectKeyIdentifier must come before authorityKeyIdentifier, which copies
  // it in a self-signed certificate.
  const lines = Object.entries(extensions).flatMap(([word, value]) =>
    value === null ? [] : [`${word} = ${value}`],
  );
  const alternatives = names.map((each, i) => {
    const colon = each.indexOf(":");
    return `${each.slice(0, colon)}.${i + 1} = ${each.slice(colon + 1)}`;
  });
  writeFileSync(`${file}.txt`, "");
  writeFileSync(
    `${file}.cnf`,
    `[ca]
default_ca = lab
[lab]
database = ${file}.txt
new_certs_dir = ${folder}
rand_serial = yes
policy = any
unique_subject = no
x509_extensions = extensions
[any]
organizationName = optional
commonName = optional
[extensions]
${lines.join("\n")}
[names]
${alternatives.join("\n")}
`,
  );
  const times = ["-startdate", daysFromNow(wanted.days[0]), "-enddate", daysFromNow(wanted.days[1])];
  const signer = by === null ? ["-selfsign", "-keyfile", key.key] : ["-cert", by.pem, "-keyfile", by.key];
  const command = ["openssl", "ca", "-batch", "-notext", "-config", `${file}.cnf`, ...times, ...signer];
  const what = ["-in", key.request, "-subj", wanted.subject, "-md", wanted.digest ?? "sha256"];
  await run(...command, ...what, "-out", `${file}.pem`);
  return `${file}.pem`;
}

/** Formats a time for `openssl ca`: YYYYMMDDHHMMSSZ. */
function daysFromNow(days: number): string {
  return `${new Date(Date.now() + days * 86_400_000).toISOString().replace(/\D/g, "").slice(0, 14)}Z`;
}
