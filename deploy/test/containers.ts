import { readFileSync } from "node:fs";
import { until } from "@dnstools/lab/support/until";
import { IMAGE } from "../image/build.ts";
import type { Engine } from "../image/engine.ts";

/** Options of podman for every dnstools container. They remove all privileges and set limits. */
const CONTAINED = [
  ...["--read-only", "--tmpfs", "/tmp", "--cap-drop", "ALL", "--security-opt", "no-new-privileges"],
  ...["--memory", "512m", "--pids-limit", "512"],
];

/**
 * Starts a container of the image in the background.
 * @param options options of `podman run`
 */
export async function start(
  engine: Engine,
  name: string,
  options: readonly string[],
  args: readonly string[],
): Promise<void> {
  await engine.podman("run", "--detach", "--name", name, ...CONTAINED, ...options, IMAGE, ...args);
}

/**
 * Runs the health check of a container until it succeeds.
 * @throws with the container's log if the health check does not succeed
 */
export async function healthy(engine: Engine, name: string): Promise<void> {
  const check = async () => (await engine.run(["podman", "healthcheck", "run", name])).code === 0;
  await until(check).catch(async () => {
    throw new Error(`${name} does not become healthy: ${await logOf(engine, name)}`);
  });
}

export async function logOf(engine: Engine, name: string): Promise<string> {
  const { out, err } = await engine.run(["podman", "logs", name]);
  return out + err;
}

/** Returns the user, the capabilities and the mounts of a container's process, as the kernel reports them in /proc. */
export async function processOf(engine: Engine, name: string) {
  const pid = await engine.podman("inspect", "--format", "{{.State.Pid}}", name);
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const field = (key: string) => new RegExp(`^${key}:\\s+(.*)$`, "m").exec(status)?.[1]?.split("\t")[0];
  const mounts = readFileSync(`/proc/${pid}/mountinfo`, "utf8").split("\n");
  const root = mounts.find((line) => line.split(" ")[4] === "/")?.split(" ")[5];
  return {
    user: field("Uid"),
    group: field("Gid"),
    capabilities: ["CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"].map(field),
    noNewPrivileges: field("NoNewPrivs"),
    rootIsReadOnly: root?.split(",").includes("ro"),
  };
}
