import { localName } from "./image.ts";

/** What a person does after a release is made, with keys that no program of ours sees: commands in the order they are typed. */
export function nextSteps(version: string, folder: string): string {
  return `Look at it, then publish. IMAGE is where your registry keeps it, KEY a key of yours.
  git tag --sign v${version} --message "dnstools ${version}" && git push --follow-tags
  buildah manifest push --all --format oci --digestfile ${folder}/image.digest ${localName(version)} docker://IMAGE:${version}
  cosign sign --key KEY IMAGE@$(cat ${folder}/image.digest)
  cosign attest --key KEY --type cyclonedx --predicate ${folder}/dnstools.cdx.json IMAGE@$(cat ${folder}/image.digest)
  ssh-keygen -Y sign -f KEY -n dnstools ${folder}/SHA256SUMS`;
}
