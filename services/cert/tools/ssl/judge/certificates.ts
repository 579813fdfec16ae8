import type { Certificate } from "@dnstools/core/protocol/x509/certificate";
import type { Certificate as Told } from "../data/certificate.ts";
import { certificateData, detailsOf } from "./leaf.ts";
import type { ServerJudged } from "./server.ts";

/**
 * Returns every certificate that the answer refers to, without duplicates; the servers' own certificates come first,
 * with all details.
 * @param at seconds since 1970.
 */
export function certificatesOf(judged: readonly ServerJudged[], at: number): Told[] {
  const told = new Map<string, Told>();
  const add = (one: Certificate, details: () => Told["details"]) => {
    if (!told.has(one.fingerprintSha256)) told.set(one.fingerprintSha256, certificateData(one, details()));
  };
  for (const { leaf, revocation } of judged)
    if (leaf !== null) add(leaf, () => detailsOf(leaf, at, revocation));
  for (const { more } of judged) for (const leaf of more.leaves) add(leaf, () => detailsOf(leaf, at, null));
  for (const { chain, more } of judged)
    for (const one of [...(chain?.named ?? []), ...(more.second?.chain.named ?? [])]) add(one, () => null);
  return [...told.values()];
}
