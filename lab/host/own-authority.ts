import { run } from "../support/run.ts";

/** Makes a self-signed certificate with its key, in files of a folder that begin with `name`. */
export async function makeAuthority(
  folder: string,
  name: string,
  subject: string,
): Promise<{ readonly certificate: string; readonly key: string }> {
  const certificate = `${folder}/${name}.pem`;
  const key = `${folder}/${name}.key`;
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "30"];
  await run("openssl", "req", "-x509", ...kind, "-subj", subject, "-keyout", key, "-out", certificate);
  return { certificate, key };
}
