import { expect, test } from "bun:test";
import { hostsOf } from "../plan/plan.ts";
import type { OddTls } from "../plan/shapes.ts";

/** What openssl says to each; where it would wait, how many bytes come in a little more than a second. */
const SEEN: Readonly<Record<OddTls, RegExp | number>> = {
  garbage: /wrong version number/,
  speaks_http: /wrong version number/,
  speaks_ssh: /wrong version number/,
  silent: 0,
  drip: 2,
  resets: /errno=104/,
  closes: /unexpected eof/,
  alert_40: /alert handshake failure/,
  alert_70: /alert protocol version/,
  alert_112: /alert number 112/,
  ssl3: /unsupported protocol|wrong version number|wrong ssl version/,
  endless_records: /excessive message size/,
};

test("openssl sees every odd TLS server as the plan has it", async () => {
  const hosts = hostsOf("odd-tls");
  expect(hosts.map((host) => host.deviation).sort()).toEqual(Object.keys(SEEN).sort() as OddTls[]);
  await Promise.all(
    hosts.map(async ({ name, deviation }) => {
      const seen = SEEN[deviation];
      if (typeof seen === "number")
        return expect({ name, bytes: await bytesOf(name) }).toEqual({ name, bytes: seen });
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

async function bytesOf(hostname: string): Promise<number> {
  let count = 0;
  const data = (_: unknown, bytes: Uint8Array) => {
    count += bytes.length;
  };
  const socket = await Bun.connect({ hostname, port: 443, socket: { data } });
  socket.write("anything");
  await Bun.sleep(1300);
  socket.terminate();
  return count;
}
