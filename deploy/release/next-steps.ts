import { localName } from "./image.ts";

/** Returns the commands with which a maintainer signs and publishes a release, in order. */
export function nextSteps(version: string, folder: string): string {
  return `Check the release, then publish it. IMAGE is the image's name in your registry; COSIGN_KEY and SSH_KEY are your keys.
  git tag --sign v${version} --message "dnstools ${version}" && git push --follow-tags
  buildah manifest push --all --format oci --digestfile ${folder}/image.digest ${localName(version)} docker://IMAGE:${version}
  cosign sign --key COSIGN_KEY IMAGE@$(cat ${folder}/image.digest)
  cosign attest --key COSIGN_KEY --type cyclonedx --predicate ${folder}/dnstools.cdx.json IMAGE@$(cat ${folder}/image.digest)
  ssh-keygen -Y sign -f SSH_KEY -n dnstools ${folder}/SHA256SUMS
Then upload the files of ${folder}, including SHA256SUMS.sig and image.digest, to your download page.`;
}
