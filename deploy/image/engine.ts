import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Exit code and output of a command. */
export type Ran = { readonly code: number; readonly out: string; readonly err: string };

/** buildah and podman with a separate image storage. `await using` removes all containers and the storage. */
export type Engine = AsyncDisposable & {
  readonly folder: string;
  /** Environment variables that make both programs use the separate storage. */
  readonly env: Readonly<Record<string, string>>;
  /** Runs a command and waits until it ends. */
  readonly run: (command: readonly string[], stdin?: string) => Promise<Ran>;
  /**
   * Runs podman.
   * @returns the output of podman
   * @throws if podman fails
   */
  readonly podman: (...args: readonly string[]) => Promise<string>;
};

/**
 * Opens an image storage in a temporary folder. The storage uses runc and limits below the defaults, so that it works
 * for a root user with restricted rights, such as in a container, and with cgroups v1 and v2.
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
      // podman itself removes the storage, because only podman can unmount its file systems.
      await run(["podman", "system", "reset", "--force"]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
