import { expect, test } from "bun:test";
import type { TlsSession, TlsTarget } from "@dnstools/core/tls";
import { WAITS } from "@dnstools/core/waits";
import type { NetSession } from "@dnstools/net";
import { lookFurther } from "./further.ts";

const SESSION = {
  version: "TLSv1.3",
  cipher: "TLS_AES_128_GCM_SHA256",
  chain: [],
  flight: null,
} as unknown as TlsSession;
const FLIGHT = {
  ...SESSION,
  version: "TLSv1.2",
  flight: { ocsp: null, scts: false, asksCertificate: false },
};

/**
 * Runs `lookFurther` after a first connection of `elapsedMs` milliseconds. Returns the offers of the further
 * connections, or the reason why none was made.
 */
async function asked(
  mail: boolean,
  handshake: TlsSession,
  elapsedMs: number,
  host: string | null = "a.example.com",
) {
  const hellos: unknown[] = [];
  const session = {
    waits: WAITS,
    async tls(target: TlsTarget) {
      hellos.push(target.host === host ? target.hello : "no_name");
    },
  } as unknown as NetSession;
  const target: TlsTarget = {
    host,
    address: "192.0.2.1",
    port: 1,
    protocol: "tls",
    alpn: [],
    mail,
    hello: null,
  };
  const { skipped } = await lookFurther(session, target, handshake, elapsedMs);
  return [skipped, ...hellos];
}

test("a mail server gets one further connection, and only if the first took less than a quarter of its time limit", async () => {
  const quarter = WAITS.tlsMs / 4;
  expect(await asked(true, SESSION, quarter)).toEqual([null, "rsa"]);
  expect(await asked(true, SESSION, quarter + 1)).toEqual(["budget"]);
  // No further connection is made, because the server has already been contacted twice.
  expect(await asked(true, FLIGHT, 0)).toEqual([null]);
});

test("a web server gets at most four further connections, however long the first took", async () => {
  expect(await asked(false, SESSION, WAITS.tlsMs)).toEqual([null, "rsa", "old", "all", "no_name"]);
  expect(await asked(false, SESSION, 0, null)).toEqual([null, "rsa", "old", "all"]);
  expect(await asked(false, FLIGHT, 0)).toEqual([null, "rsa", "old", "no_name"]);
});
