import { expect, test } from "bun:test";
import { hostsOf } from "../plan/plan.ts";
import type { OddHttps } from "../plan/shapes.ts";

const ca = Bun.file(`${process.env["LAB_MADE"]}/tls/ca.pem`);
const WAIT_MS = 1500;
/** Bytes after which the test stops reading. */
const ENOUGH = 1_000_000;

/**
 * For each server: the status that a client receives within WAIT_MS (null if none), and the minimum and maximum number
 * of bytes.
 */
const SEEN: Readonly<Record<OddHttps, readonly [status: number | null, least: number, most: number]>> = {
  drip: [200, 1, 3],
  endless: [200, ENOUGH, Number.POSITIVE_INFINITY],
  mute: [null, 0, 0],
};

/** Reads a response until ENOUGH bytes have arrived or WAIT_MS has passed. */
async function read(url: string): Promise<{ readonly status: number | null; readonly bytes: number }> {
  const signal = AbortSignal.timeout(WAIT_MS);
  let [status, bytes]: [number | null, number] = [null, 0];
  try {
    const response = await fetch(url, { signal, tls: { ca } });
    status = response.status;
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length;
      if (bytes >= ENOUGH) break;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  return { status, bytes };
}

test("every odd HTTPS server behaves as planned", async () => {
  const hosts = hostsOf("odd-https");
  expect(new Set(hosts.map((host) => host.deviation))).toEqual(new Set(Object.keys(SEEN) as OddHttps[]));
  await Promise.all(
    hosts.map(async ({ name, deviation }) => {
      const [status, least, most] = SEEN[deviation];
      const seen = await read(`https://${name}/`);
      expect({ name, status: seen.status }).toEqual({ name, status });
      expect(seen.bytes).toBeGreaterThanOrEqual(least);
      expect(seen.bytes).toBeLessThanOrEqual(most);
    }),
  );
});

test("web servers have the files that the plan gives them", async () => {
  const files = hostsOf("nginx").flatMap(({ name, files = {} }) =>
    Object.entries(files).map(([path, file]) => ({ url: `http://${name}${path}`, file })),
  );
  expect(files.length).toBeGreaterThan(50);
  await Promise.all(
    files.map(async ({ url, file }) => {
      const { status, redirect, body = "", pem, coding } = file;
      const response = await fetch(url, { redirect: "manual" });
      // Fetch decodes only the body whose coding the header names rightly.
      const text = coding === "gzip, but plain" || coding === "gzipped file" ? null : await response.text();
      const shown = { url, status: response.status, location: response.headers.get("location") };
      expect(shown).toEqual({
        url,
        status: status ?? (redirect === undefined ? 200 : 301),
        location: redirect ?? null,
      });
      if (response.status !== 200) return;
      const type = file.type === undefined ? "text/plain" : file.type;
      expect(response.headers.get("content-type")).toBe(type);
      if (text !== null) expect(text).toContain(pem === undefined ? body : "BEGIN CERTIFICATE");
    }),
  );
});
