import { expect, test } from "bun:test";
import { ROOT } from "./run.ts";

/**
 * Script that runs the unit tests as an ordinary user without a writable home and without a network, in a checkout
 * mounted where that user may read it.
 */
const AS_STRANGER = `set -e
mount --bind "$0" /mnt
cd /mnt
exec setpriv --reuid=4242 --regid=4242 --clear-groups env -i HOME=/proc PATH=/usr/bin:/bin bin/test --unit
`;

test("the unit level passes as an ordinary user, with a read-only home, and without a network", async () => {
  const child = Bun.spawn(["unshare", "--mount", "--net", "bash", "-c", AS_STRANGER, ROOT], {
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  expect({ err, failed: out.split("\n").filter((line) => line.startsWith("FAIL")) }).toEqual({
    err: "",
    failed: [],
  });
  expect(out.trimEnd().split("\n").at(-1)).toMatch(/^\d{4,} passed, 0 failed$/);
  expect(code).toBe(0);
});
