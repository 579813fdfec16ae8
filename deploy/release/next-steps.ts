import { localName } from "./image.ts";

/** What a person does after a release is made, with keys that no program of ours sees: commands in the order they are typed. */
export function nextSteps(version: string, folder: string): string {
  return `Look at it, then publish. IMAGE is where your registry keeps it, COSIGN_KEY and SSH_KEY are keys of yours.
  git tag --sign v${version} --message "dnstools ${version}" && git push --follow-tags
  buildah manifest push --all --format oci --digestfile ${folder}/image.digest ${localName(version)} docker://IMAGE:${version}
  cosign sign --key COSIGN_KEY IMAGE@$(cat ${folder}/image.digest)
  cosign attest --key COSIGN_KEY --type cyclonedx --predicate ${folder}/dnstools.cdx.json IMAGE@$(cat ${folder}/image.digest)
  ssh-keygen -Y sign -f SSH_KEY -n dnstools ${folder}/SHA256SUMS
The files of ${folder}, with SHA256SUMS.sig and the digest in image.digest, go to where people fetch them.`;
}
