import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Version } from "@cyclonedx/cyclonedx-library/Spec";
import { JsonStrictValidator } from "@cyclonedx/cyclonedx-library/Validation";
import { version } from "../../package.json";
import { buildBinary, hostPlatform, ROOT } from "../image/binary.ts";
import { git } from "./checkout.ts";

// Output folder of a dry run. A dry run works in the lab, which has neither a registry nor Internet access.
const folder = mkdtempSync(join(tmpdir(), "dnstools-release-"));
afterAll(() => rmSync(folder, { recursive: true }));
const binary = `dnstools-${hostPlatform()}`;

function release(...args: readonly string[]) {
  const { exitCode, stdout, stderr } = Bun.spawnSync([join(ROOT, "bin/release"), ...args]);
  return { code: exitCode, out: stdout.toString(), err: stderr.toString() };
}

/** Returns the state of the checkout. A dry run must not change this state. */
const state = () => git("rev-parse", "HEAD") + git("status", "--porcelain") + git("diff");
const before = state();
let ran: ReturnType<typeof release>;
beforeAll(() => {
  ran = release(version, "--dry-run", "--folder", folder);
});

test("a dry run makes all files and changes nothing in the checkout", () => {
  expect(ran).toMatchObject({ code: 0 });
  expect(readdirSync(folder).toSorted()).toEqual(
    ["NOTES.md", "SHA256SUMS", "dnstools.cdx.json", binary].toSorted(),
  );
  expect(state()).toBe(before);
});

test("it prints the commands that build the image, and those that sign and publish", () => {
  expect(ran.out).toContain("--platform linux/amd64,linux/arm64");
  expect(ran.out).toContain("--build-arg REVISION=");
  for (const words of ["git tag --sign", "buildah manifest push", "cosign sign", "ssh-keygen -Y sign"])
    expect(ran.out).toContain(words);
});

test("SHA256SUMS matches the files", () => {
  const check = Bun.spawnSync(["sha256sum", "--check", "--strict", "SHA256SUMS"], { cwd: folder });
  expect({ code: check.exitCode, lines: check.stdout.toString().match(/: OK$/gm)?.length }).toEqual({
    code: 0,
    lines: 3,
  });
});

test("NOTES.md is the changelog's section", () => {
  const notes = readFileSync(join(folder, "NOTES.md"), "utf8");
  expect(readFileSync(join(ROOT, "CHANGELOG.md"), "utf8")).toContain(notes);
  expect(notes).not.toMatch(/^## /m);
});

/** Returns the packages in the bill of materials, as NAME@VERSION. */
function listed(): readonly string[] {
  const { components } = JSON.parse(readFileSync(join(folder, "dnstools.cdx.json"), "utf8"));
  return (components as { type: string; group?: string; name: string; version: string }[])
    .filter(({ type }) => type === "library")
    .map((one) => `${one.group === undefined ? "" : `${one.group}/`}${one.name}@${one.version}`)
    .toSorted();
}

test("the bill of materials is valid CycloneDX", async () => {
  const text = readFileSync(join(folder, "dnstools.cdx.json"), "utf8");
  expect(await new JsonStrictValidator(Version.v1dot6).validate(text)).toBeNull();
});

test("the bill of materials lists exactly the packages in the binary", () => {
  // Finds the names of bundled files in the binary: Bun writes the path of each file before its code.
  const text = readFileSync(join(folder, binary), "latin1");
  const paths = text.matchAll(
    /^\/\/ node_modules\/\.bun\/([^/\n]+)\/node_modules\/((?:@[^/\n]+\/)?[^/\n]+)\//gm,
  );
  const held = new Set(
    [...paths].map(([, store = "", name = ""]) => `${name}@${/.@([^+]+)/.exec(store)?.[1]}`),
  );
  expect(held.size).toBeGreaterThan(40);
  expect(listed()).toEqual([...held].toSorted());
});

test("a second build in another folder has the same bytes", async () => {
  const outfile = join(folder, "some/where/else");
  await buildBinary({ outfile, revision: git("rev-parse", "HEAD") });
  expect(Bun.spawnSync(["cmp", join(folder, binary), outfile])).toMatchObject({ exitCode: 0 });
});

test.each([
  [[], 2, "Usage: bin/release"],
  [["1.2.3", "--platform", "plan9"], 2, "Usage: bin/release"],
  [["next", "--dry-run"], 1, '"next" is not a version'],
  [["0.0.1", "--dry-run"], 1, "is older than"],
  [["99.0.0", "--dry-run"], 1, 'UPGRADING.md has no section "## 99.0.0"'],
])("%j is refused", (args, code, words) => {
  expect(release(...args)).toMatchObject({ code, err: expect.stringContaining(words) });
});
