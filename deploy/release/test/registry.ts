import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Engine } from "../../image/engine.ts";

/** A local image registry that replaces the registries in the Dockerfile. */
export type Registry = Disposable & {
  /** Host and port of the registry. */
  readonly address: string;
};

/**
 * Starts Debian's docker-registry, and configures buildah and podman to use this registry for the given image names.
 */
export async function startRegistry(engine: Engine, names: readonly string[]): Promise<Registry> {
  const config = join(engine.folder, "registry.yml");
  const text = `version: 0.1
storage: { filesystem: { rootdirectory: ${join(engine.folder, "registry")} } }
http: { addr: "127.0.0.1:0" }
log: { formatter: json }
`;
  writeFileSync(config, text);
  const child = Bun.spawn(["docker-registry", "serve", config], {
    env: engine.env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const address = await listening(child.stderr);
  const folder = join(engine.folder, ".config/containers");
  mkdirSync(folder, { recursive: true });
  const mirrors = [...names, address].map((name) => {
    const location = name === address ? address : `${address}/${name.split("/").at(-1)}`;
    return `[[registry]]\nprefix = "${name}"\nlocation = "${location}"\ninsecure = true\n`;
  });
  writeFileSync(join(folder, "registries.conf"), mirrors.join("\n"));
  return { address, [Symbol.dispose]: () => child.kill() };
}

/**
 * Reads the registry's listening address from its log.
 * @throws with the log if the process ends before it listens
 */
async function listening(log: ReadableStream<Uint8Array>): Promise<string> {
  let said = "";
  const decoder = new TextDecoder();
  const reader = log.getReader();
  for (;;) {
    const { value, done } = await reader.read();
    if (done) throw new Error(`docker-registry ended: ${said}`);
    said += decoder.decode(value, { stream: true });
    const [, address] = /listening on (127\.0\.0\.1:\d+)/.exec(said) ?? [];
    if (address !== undefined) {
      // The rest of the log is read and discarded, so that the pipe does not fill up.
      void (async () => {
        while (!(await reader.read()).done);
      })();
      return address;
    }
  }
}
