import { AUTHORITIES, type AuthorityName, authorityOf } from "../plan/authorities.ts";
import { atOnce } from "../support/run.ts";
import type { keyMaker } from "./keys.ts";
import { sign } from "./sign.ts";

/** Paths of a certificate authority's certificate and key, both PEM files. */
export type AuthorityFiles = { readonly pem: string; readonly key: string };

/**
 * Makes the certificate and key of every authority in the plan.
 * @returns the files of each authority by its name.
 */
export async function makeAuthorities(
  folder: string,
  keys: ReturnType<typeof keyMaker>,
): Promise<ReadonlyMap<AuthorityName, AuthorityFiles>> {
  const made = new Map<AuthorityName, Promise<AuthorityFiles>>();
  const make = async (name: AuthorityName): Promise<AuthorityFiles> => {
    const { commonName, issuer, key: kind = "p-256", days, extensions, ...rest } = authorityOf(name);
    const [key, by] = await Promise.all([
      // The unrelated authorities sign nothing, so they share one key.
      keys(kind, name.startsWith("unrelated-") ? "unrelated" : commonName),
      issuer === "itself" ? null : filesOf(issuer),
    ]);
    const pem = await sign(folder, {
      name,
      subject: `/O=dnstools lab/CN=${commonName}`,
      names: [],
      days: days ?? [-30, 1000],
      extensions: { ...USUAL, ...(by === null ? {} : { authorityKeyIdentifier: "keyid" }), ...extensions },
      key,
      by,
      ...rest,
    });
    return { pem, key: key.key };
  };
  const filesOf = (name: AuthorityName): Promise<AuthorityFiles> => {
    const files = made.get(name) ?? make(name);
    made.set(name, files);
    return files;
  };
  await atOnce([...AUTHORITIES.keys()], async (name) => void (await filesOf(name)));
  return new Map(await Promise.all([...made].map(async ([name, files]) => [name, await files] as const)));
}

const USUAL = {
  basicConstraints: "critical,CA:TRUE",
  keyUsage: "critical,keyCertSign,cRLSign",
  subjectKeyIdentifier: "hash",
};
