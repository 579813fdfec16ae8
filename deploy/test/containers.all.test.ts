import { expect, test } from "bun:test";
import { inLab } from "@dnstools/lab/support/nested";

test(
  "image and compose, in a separate lab",
  async () => {
    // The container tests need root. For other users the test fails instead of being skipped.
    expect({ user: process.getuid?.() }).toEqual({ user: 0 });
    const cache = Bun.spawnSync([process.execPath, "pm", "cache"]).stdout.toString().trim();
    const tests = [process.execPath, "test", `./deploy/test/containers.container.ts`];
    // Command prefix that gives the tests a separate /run: podman creates names of network namespaces there, and the
    // `ip` commands of other tests would find them.
    const alone = ["sh", "-c", 'mount -t tmpfs tmpfs /run && exec "$@"', "sh"];
    const { code, out, err } = await inLab(
      ...alone,
      "env",
      `BUN_CACHE=${cache}`,
      "CI=1",
      "NO_COLOR=1",
      ...tests,
    );
    // The prefix distinguishes the output of the inner tests from that of the outer test run.
    for (const line of (err + out).trimEnd().split("\n")) process.stderr.write(`| ${line}\n`);
    expect(code).toBe(0);
    // This timeout is longer than that of other tests, because this test runs all container tests.
  },
  18 * 60_000,
);
