import { expect, test } from "bun:test";
import { connect } from "node:net";
import { hostsOf } from "../plan/plan.ts";
import type { OddTls } from "../plan/shapes.ts";

/** openssl's message about each server; null for servers that never answer, which have a test of their own. */
const SEEN: Readonly<Record<OddTls, RegExp | null>> = {
  garbage: /wrong version number/,
  speaks_http: /wrong version number/,
  speaks_ssh: /wrong version number/,
  silent: null,
  drip: null,
  resets: /errno=104/,
  closes: /unexpected eof/,
  alert_40: /alert handshake failure/,
  alert_70: /alert protocol version/,
  alert_112: /alert number 112/,
  ssl3: /unsupported protocol|wrong version number|wrong ssl version/,
  endless_records: /excessive message size/,
  // Debian's openssl does not support the ciphers and the version of the `plays_` servers.
  plays_3des: /wrong cipher returned|unknown cipher returned/,
  plays_rc4: /wrong cipher returned|unknown cipher returned/,
  plays_export: /wrong cipher returned|unknown cipher returned/,
  plays_sslv3: /unsupported protocol|wrong version number|wrong ssl version/,
  psk_only: /alert handshake failure/,
};

test("openssl sees every odd TLS server as planned", async () => {
  const hosts = hostsOf("odd-tls");
  expect(hosts.map((host) => host.deviation).sort()).toEqual(Object.keys(SEEN).sort() as OddTls[]);
  await Promise.all(
    hosts.map(async ({ name, deviation }) => {
      const seen = SEEN[deviation];
      if (seen === null) return;
      const command = ["openssl", "s_client", "-connect", `${name}:443`, "-servername", name];
      const child = Bun.spawn(command, {
        stdin: new Blob([]),
        stdout: "pipe",
        stderr: "pipe",
      });
      const text = (await Promise.all([child.stdout.text(), child.stderr.text()])).join("");
      expect({ name, text }).toEqual({ name, text: expect.stringMatching(seen) });
    }),
  );
});

/**
 * Yields the lengths of the pieces that a server sends, in order. The connection ends when the caller's loop ends.
 */
async function* piecesOf(hostname: string): AsyncGenerator<number> {
  const socket = connect(443, hostname);
  socket.write("anything");
  for await (const piece of socket) yield piece.length;
}

test("a dripping server sends single bytes, and a silent server sends nothing", async () => {
  const of = (wanted: OddTls) => hostsOf("odd-tls").find(({ deviation }) => deviation === wanted)?.name ?? "";
  let silentGave = false;
  const silent = connect(443, of("silent"));
  silent.on("data", () => {
    silentGave = true;
  });
  silent.write("anything");
  const dripped: number[] = [];
  for await (const length of piecesOf(of("drip"))) if (dripped.push(length) === 3) break;
  expect(dripped).toEqual([1, 1, 1]);
  // The silent server has sent nothing in the time in which the dripping server has sent three bytes.
  expect(silentGave).toBe(false);
  silent.destroy();
});
