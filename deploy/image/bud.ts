import { join } from "node:path";
import { ROOT } from "./binary.ts";

/** The images that ours is made with, by the build argument that names each. */
export type Bases = { readonly BUN: string; readonly BASE: string };

/** What an image is built from. */
export type BudOptions = {
  readonly bases: Bases;
  readonly version: string;
  readonly revision: string;
  /** The time of all files in it, and its own: seconds since 1970. */
  readonly epochS: number;
  /** `docker` keeps the health check, and has a random host name in it; `oci` is the same bytes each time. */
  readonly format: "docker" | "oci";
  /** Further arguments of buildah. */
  readonly options: readonly string[];
};

/** The buildah command that builds the image by its Dockerfile. */
export function budCommand({
  bases,
  version,
  revision,
  epochS,
  format,
  options,
}: BudOptions): readonly string[] {
  const args = Object.entries({ ...bases, VERSION: version, REVISION: revision });
  return [
    ...["buildah", "bud", "--timestamp", `${epochS}`, "--format", format],
    ...args.flatMap(([name, value]) => ["--build-arg", `${name}=${value}`]),
    ...options,
    ...["--file", join(ROOT, "deploy/image/Dockerfile"), ROOT],
  ];
}
