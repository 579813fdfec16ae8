import { join } from "node:path";
import { ROOT } from "./binary.ts";

/** The base images, by the Dockerfile's build argument for each. */
export type Bases = { readonly BUN: string; readonly BASE: string };

/** Inputs of an image build. */
export type BudOptions = {
  readonly bases: Bases;
  readonly version: string;
  readonly revision: string;
  /** Timestamp of the image and of all its files, in seconds since 1970. */
  readonly epochS: number;
  /** Image format. `docker` supports the health check but contains a random host name; `oci` is reproducible. */
  readonly format: "docker" | "oci";
  /** Additional arguments for buildah. */
  readonly options: readonly string[];
};

/** Returns the buildah command that builds the image from its Dockerfile. */
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
