import { expect, test } from "bun:test";
import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { labSettings, PRODUCT } from "@dnstools/lab/support/product";

type Workflow = {
  readonly jobs: {
    readonly check: { readonly steps: readonly { readonly name: string; readonly run: string }[] };
  };
};

const workflow = Bun.YAML.parse(await Bun.file(join(import.meta.dir, "check-domain.yml")).text()) as Workflow;
const [get, check] = workflow.jobs.check.steps;

/** Runs a step as GitHub's runner does: bash with -e, and variables in the environment. */
async function step(run: string | undefined, env: Readonly<Record<string, string>>, cwd: string) {
  const child = Bun.spawn(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", run ?? "exit 9"], {
    cwd,
    env: { ...labSettings(), ...env },
    stdout: "pipe",
    stderr: "inherit",
  });
  const [out, code] = await Promise.all([child.stdout.text(), child.exited]);
  return { out, code };
}

test("the workflow fetches the program, checks a domain, and fails where it warns or fails", async () => {
  const folder = mkdtempSync(join(tmpdir(), "dnstools-workflow-"));
  const program = join(folder, "program");
  await Bun.write(program, `#!/bin/sh\nexec ${PRODUCT.join(" ")} "$@"\n`);
  chmodSync(program, 0o755);
  const sum = new Bun.CryptoHasher("sha256").update(await Bun.file(program).bytes()).digest("hex");
  const summary = join(folder, "summary.md");
  const fetched = await step(
    get?.run,
    { DNSTOOLS_URL: `file://${program}`, DNSTOOLS_SHA256: sum, GITHUB_PATH: join(folder, "path") },
    folder,
  );
  expect(fetched).toEqual({ out: "bin/dnstools: OK\n", code: 0 });
  const path = (await Bun.file(join(folder, "path")).text()).trim();
  const checked = async (DOMAIN: string, more: Readonly<Record<string, string>> = {}) => {
    const env = { TOOL: "dns", DOMAIN, GITHUB_STEP_SUMMARY: summary, ...more };
    return step(check?.run, { ...env, PATH: `${path}:${process.env["PATH"]}` }, folder);
  };
  expect(await checked("example.com")).toEqual({ out: "", code: 0 });
  expect(await Bun.file(summary).text()).toStartWith("# dns `example.com`");
  expect(await checked("lame.com")).toEqual({ out: "", code: 1 });
  expect(await checked("half.com")).toEqual({ out: "", code: 1 });
  expect(await checked("no name")).toMatchObject({ code: 2 });
  const unserved = await checked("example.com", { DNS_RESOLVERS: "nowhere.invalid" });
  expect(unserved.code).toBe(0);
  expect(unserved.out).toStartWith("::warning title=dns example.com::There is no answer");
  rmSync(folder, { recursive: true });
});
