import { expect, test } from "bun:test";
import { inLab } from "@dnstools/lab/support/nested";

test("image and compose, in a separate lab", async () => {
  // The tests need root. They fail for other users instead of being skipped.
  expect({ user: process.getuid?.() }).toEqual({ user: 0 });
  const cache = Bun.spawnSync([process.execPath, "pm", "cache"]).stdout.toString().trim();
  const tests = [process.execPath, "test", `./deploy/test/containers.container.ts`];
  // podman keeps names of network namespaces below /run, where `ip` of other tests would find them. A separate /run hides them.
  const alone = ["sh", "-c", 'mount -t tmpfs tmpfs /run && exec "$@"', "sh"];
  const { code, out, err } = await inLab(
    ...alone,
    "env",
    `BUN_CACHE=${cache}`,
    "CI=1",
    "NO_COLOR=1",
    ...tests,
  );
  // The prefix distinguishes this output from the outer test run's.
  for (const line of (err + out).trimEnd().split("\n")) process.stderr.write(`| ${line}\n`);
  expect(code).toBe(0);
  // A long timeout, because this test runs all container tests.
});
