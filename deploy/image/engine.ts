import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What a command said, once it ended. */
export type Ran = { readonly code: number; readonly out: string; readonly err: string };

/** buildah and podman with a storage of their own. `await using` ends all containers and removes it. */
export type Engine = AsyncDisposable & {
  readonly folder: string;
  /** The environment that both programs find the storage by. */
  readonly env: Readonly<Record<string, string>>;
  /** Runs a command to its end. */
  readonly run: (command: readonly string[], stdin?: string) => Promise<Ran>;
  /** Runs podman, which must go well. @returns what it said. */
  readonly podman: (...args: readonly string[]) => Promise<string>;
};

/**
 * Opens a storage in a temporary folder. runc, and lower limits than the default: so it works where root has not all rights,
 * as in containers themselves, and with control groups of both versions.
 */
export function openEngine(): Engine {
  const folder = mkdtempSync(join(tmpdir(), "dnstools-containers-"));
  const at = (name: string) => join(folder, name);
  mkdirSync(at("networks"));
  writeFileSync(
    at("containers.conf"),
    `[containers]
default_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]
log_driver = "k8s-file"
[engine]
runtime = "runc"
cgroup_manager = "cgroupfs"
events_logger = "none"
image_default_format = "docker"
tmp_dir = "${at("tmp")}"
[network]
network_backend = "netavark"
network_config_dir = "${at("networks")}"
`,
  );
  writeFileSync(
    at("storage.conf"),
    `[storage]\ndriver = "overlay"\ngraphroot = "${at("storage")}"\nrunroot = "${at("run")}"\n`,
  );
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: folder,
    TMPDIR: folder,
    CONTAINERS_CONF: at("containers.conf"),
    CONTAINERS_STORAGE_CONF: at("storage.conf"),
    BUILDAH_ISOLATION: "chroot",
  };
  const run = async (command: readonly string[], stdin = ""): Promise<Ran> => {
    const child = Bun.spawn([...command], { env, stdin: new Blob([stdin]), stdout: "pipe", stderr: "pipe" });
    const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
    return { code, out, err };
  };
  const podman = async (...args: readonly string[]) => {
    const { code, out, err } = await run(["podman", ...args]);
    if (code !== 0) throw new Error(`podman ${args.join(" ")} ended with ${code}:\n${out}${err}`);
    return out.trim();
  };
  return {
    folder,
    env,
    run,
    podman,
    async [Symbol.asyncDispose]() {
      await run(["podman", "rm", "--all", "--force", "--time", "0"]);
      // What is mounted is let go of by podman alone.
      await run(["podman", "system", "reset", "--force"]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
