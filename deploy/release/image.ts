import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Platform, ROOT } from "../image/binary.ts";
import { type Bases, budCommand } from "../image/bud.ts";

/** Inputs for building the image of a release. */
export type ReleaseImage = {
  readonly version: string;
  readonly revision: string;
  /** Commit time, in seconds since 1970. */
  readonly epochS: number;
  /** Platforms of the image: linux-x64, linux-arm64 or both. */
  readonly platforms: readonly Platform[];
};

/** The OCI architecture name of each platform. */
const ARCHITECTURES: Readonly<Record<string, string>> = { "linux-x64": "amd64", "linux-arm64": "arm64" };

/** Returns the local name of the image on the machine that builds it. */
export const localName = (version: string) => `localhost/dnstools:${version}`;

/** Reads the names of the default base images from the Dockerfile. */
export function namedBases(): Bases {
  const text = readFileSync(join(ROOT, "deploy/image/Dockerfile"), "utf8");
  const named = (name: string) => new RegExp(`^ARG ${name}=(\\S+)$`, "m").exec(text)?.[1] ?? "";
  return { BUN: named("BUN"), BASE: named("BASE") };
}

/** Pins base images to the current digests of their tags, which skopeo reads from the registries. */
async function pinnedBases({ BUN, BASE }: Bases): Promise<Bases> {
  const [bun, base] = await Promise.all([BUN, BASE].map(pinned));
  return { BUN: bun ?? BUN, BASE: base ?? BASE };
}

async function pinned(image: string): Promise<string> {
  const manifest = await run(["skopeo", "--command-timeout", "2m", "inspect", "--raw", `docker://${image}`]);
  return `${image}@sha256:${createHash("sha256").update(manifest).digest("hex")}`;
}

/** Returns the commands that build the image for all platforms, as one manifest in buildah's storage. */
export function imageCommands(image: ReleaseImage, bases: Bases): readonly (readonly string[])[] {
  const name = localName(image.version);
  const [base = "", digest = ""] = bases.BASE.split("@");
  const labels = {
    "base.name": base,
    "base.digest": digest,
    created: new Date(image.epochS * 1000).toISOString(),
  };
  const platforms = image.platforms.flatMap((one) => ARCHITECTURES[one] ?? []).map((arch) => `linux/${arch}`);
  const options = [
    ...["--platform", platforms.join(","), "--manifest", name],
    ...Object.entries(labels).flatMap(([key, value]) => [
      "--label",
      `org.opencontainers.image.${key}=${value}`,
    ]),
  ];
  // The tag is removed, because some versions of buildah do not accept both a tag and a digest in a name.
  const byDigest = (text: string) => text.replace(/:[^:/@]+@/, "@");
  const args = { BUN: byDigest(bases.BUN), BASE: byDigest(bases.BASE) };
  return [
    ["buildah", "manifest", "create", name],
    budCommand({ ...image, bases: args, format: "oci", options }),
  ];
}

/**
 * Builds the image and replaces an earlier one.
 * @returns the pinned base images
 * @throws with the output of buildah or skopeo if one of them fails
 */
export async function buildReleaseImage(image: ReleaseImage): Promise<Bases> {
  const bases = await pinnedBases(namedBases());
  await run(["buildah", "manifest", "rm", localName(image.version)]).catch(() => "");
  for (const command of imageCommands(image, bases)) await run(command);
  return bases;
}

async function run(command: readonly string[]): Promise<string> {
  const child = Bun.spawn([...command], { stdio: ["ignore", "pipe", "pipe"] });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (code !== 0) throw new Error(`${command.slice(0, 3).join(" ")} ended with ${code}:\n${out}${err}`);
  return out;
}
