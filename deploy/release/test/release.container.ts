import { afterAll, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { hostPlatform } from "../../image/binary.ts";
import { engine } from "../../test/opened.ts";
import { namedBases } from "../image.ts";
import { copyCheckout, writeAbout } from "./checkout.ts";
import { startRegistry } from "./registry.ts";

/**
 * Version of a test release. The test makes a complete release in a copy of the checkout, with a local image registry.
 */
const VERSION = "99.0.0";
const cache = process.env["BUN_CACHE"] ?? "";
const { BUN, BASE } = namedBases();
const untagged = (name: string) => name.replace(/:[^:/]+$/, "");
const registry = await startRegistry(engine, [BUN, BASE].map(untagged));
afterAll(() => registry[Symbol.dispose]());
const atRegistry = (image: string) => `docker://${registry.address}/${image.split("/").at(-1)}`;
await engine.podman("push", "--quiet", "localhost/bun", atRegistry(BUN));
await engine.podman("push", "--quiet", "localhost/base", atRegistry(BASE));

// Mounts Bun's package cache into build containers, at the path that Bun's image uses.
const config = join(engine.folder, "release.conf");
const text = readFileSync(join(engine.folder, "containers.conf"), "utf8").replace(
  "[containers]",
  `[containers]\nvolumes = ["${cache}:/cache"]`,
);
await Bun.write(config, text);

const checkout = await copyCheckout(engine, cache);
await writeAbout(checkout, VERSION);
const dist = join(checkout.folder, "dist", VERSION);
const release = () =>
  checkout.run(
    ...["env", `CONTAINERS_CONF=${config}`, process.execPath, "deploy/release/index.ts", VERSION],
    ...["--platform", hostPlatform()],
  );
const pushed = `${registry.address}/dnstools`;
const local = `localhost/dnstools:${VERSION}`;
/**
 * Pushes the image with the command that the release prints.
 * @returns the digest of the pushed image
 */
const push = async () => {
  const file = join(dist, "image.digest");
  await checkout.run(
    ...["buildah", "manifest", "push", "--all", "--format", "oci", "--quiet", "--digestfile", file],
    ...[local, `docker://${pushed}:${VERSION}`],
  );
  return readFileSync(file, "utf8");
};

test("a release commits the version, the date in the changelog and the tag in overlays", async () => {
  await release();
  expect(await checkout.run("git", "status", "--porcelain")).toBe("");
  expect(await checkout.run("git", "log", "-1", "--format=%s")).toBe(`release: ${VERSION}`);
  const shown = await checkout.run("git", "show", "--format=", "--unified=0");
  expect(shown).toContain(`+  "version": "${VERSION}"`);
  expect(shown).toMatch(new RegExp(`^\\+## ${VERSION}, \\d{4}-\\d\\d-\\d\\d$`, "m"));
  expect(shown).toContain(`+    newTag: ${VERSION}`);
  expect(shown).toContain(`+docker push registry.example.com/dnstools:${VERSION}`);
});

let digest = "";

test("the image contains the released binary, and its labels name the base image", async () => {
  digest = await push();
  const root = await checkout.run("buildah", "from", "--quiet", `docker://${pushed}@${digest}`);
  const mounted = await checkout.run("buildah", "mount", root);
  await checkout.run(
    "cmp",
    join(dist, `dnstools-${hostPlatform()}`),
    join(mounted, "usr/local/bin/dnstools"),
  );
  const { config } = JSON.parse(
    await checkout.run("skopeo", "inspect", "--config", `docker://${pushed}:${VERSION}`),
  );
  const base = await checkout.run("skopeo", "inspect", "--raw", `docker://${BASE}`);
  const hash = new Bun.CryptoHasher("sha256").update(base).digest("hex");
  expect(config.Labels).toMatchObject({
    "org.opencontainers.image.version": VERSION,
    "org.opencontainers.image.revision": await checkout.run("git", "rev-parse", "HEAD"),
    "org.opencontainers.image.base.name": BASE,
    "org.opencontainers.image.base.digest": `sha256:${hash}`,
  });
});

test("a repeated release has the same bytes", async () => {
  const before = [digest, readFileSync(join(dist, "SHA256SUMS"), "utf8")];
  await release();
  expect([await push(), readFileSync(join(dist, "SHA256SUMS"), "utf8")]).toEqual(before);
});

test("the commands of UPGRADING.md verify the signed checksums", async () => {
  await checkout.run("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", "../key");
  await checkout.run("ssh-keygen", "-Y", "sign", "-f", "../key", "-n", "dnstools", join(dist, "SHA256SUMS"));
  const key = readFileSync(join(checkout.folder, "../key.pub"), "utf8");
  await Bun.write(join(dist, "signers"), `release@example.com ${key}`);
  const text = readFileSync(join(checkout.folder, "UPGRADING.md"), "utf8");
  const commands = text.match(/^(?:ssh-keygen|sha256sum) .*$/gm) ?? [];
  expect(commands).toHaveLength(2);
  for (const command of commands) await checkout.run("sh", "-c", `cd "$1" && ${command}`, "sh", dist);
});

test("a checkout with uncommitted changes is refused", async () => {
  await Bun.write(join(checkout.folder, "new"), "new");
  await expect(release()).rejects.toThrow("commit them first");
});
