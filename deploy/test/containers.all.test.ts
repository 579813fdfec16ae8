import { expect, test } from "bun:test";
import { inLab } from "@dnstools/lab/support/nested";

test("image and compose, in a lab of their own", async () => {
  // Containers are made by root: whoever runs these tests as somebody else is told so here, and nothing is left out in silence.
  expect({ user: process.getuid?.() }).toEqual({ user: 0 });
  const cache = Bun.spawnSync([process.execPath, "pm", "cache"]).stdout.toString().trim();
  const tests = [process.execPath, "test", `./deploy/test/containers.container.ts`];
  // Names of networks that podman keeps below /run are seen there by everybody's `ip`, and lead to nothing for others.
  const alone = ["sh", "-c", 'mount -t tmpfs tmpfs /run && exec "$@"', "sh"];
  const { code, out, err } = await inLab(
    ...alone,
    "env",
    `BUN_CACHE=${cache}`,
    "CI=1",
    "NO_COLOR=1",
    ...tests,
  );
  // Not to be taken for lines of the run around it.
  for (const line of (err + out).trimEnd().split("\n")) process.stderr.write(`| ${line}\n`);
  expect(code).toBe(0);
  // Longer than the time of other tests: these are all tests of containers together.
});
