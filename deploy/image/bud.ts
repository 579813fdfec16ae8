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
  /** Further arguments of buildah. */
  readonly options: readonly string[];
};

/**
 * The buildah command that builds the image by its Dockerfile: the same files and bases give the same bytes. Docker's format, as
 * that of OCI has no health check.
 */
export function budCommand({ bases, version, revision, epochS, options }: BudOptions): readonly string[] {
  const args = Object.entries({ ...bases, VERSION: version, REVISION: revision });
  return [
    ...["buildah", "bud", "--timestamp", `${epochS}`, "--format", "docker"],
    ...args.flatMap(([name, value]) => ["--build-arg", `${name}=${value}`]),
    ...options,
    ...["--file", join(ROOT, "deploy/image/Dockerfile"), ROOT],
  ];
}
