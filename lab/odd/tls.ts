import { readFileSync } from "node:fs";
import type { Socket } from "node:net";
import type { Host, OddTls } from "../plan/shapes.ts";
import { BAD_REQUEST } from "./http.ts";
import { drip, listen, writeForEver } from "./listen.ts";

const PORT = 443;
/** Content types (RFC 8446 section 5.1), handshake types (section 4), and versions of records. */
const [ALERT, HANDSHAKE] = [21, 22];
const [SERVER_HELLO, CERTIFICATE, HELLO_DONE] = [2, 11, 14];
const TLS12 = [3, 3];
const SSL3 = [3, 0];
const FATAL = 2;
/** Maximum length of a record's content, and of a handshake message. */
const FULL_RECORD = 16_384;
const FULL_MESSAGE = 0xff_ff_ff;
/** Cipher suites: one that every current client offers, and old ones. */
const [ECDHE_RSA_AES128_GCM, RSA_AES256_CBC] = [0xc0_2f, 0x00_35];
const [RSA_3DES, RSA_RC4, RSA_EXPORT] = [0x00_0a, 0x00_05, 0x00_03];

const bytes16 = (value: number) => [value >> 8, value & 0xff];
const bytes24 = (value: number) => [value >> 16, ...bytes16(value & 0xff_ff)];

/** Encodes a TLS record. */
function record(type: number, version: readonly number[], content: ArrayLike<number>): Uint8Array {
  return Uint8Array.from([type, ...version, ...bytes16(content.length), ...Array.from(content)]);
}

/**
 * The extensions of a ServerHello: their total length, and the renegotiation extension, without which clients give up
 * at once (RFC 5746).
 */
const RENEGOTIATION = [0, 5, 0xff, 1, 0, 1, 0];

/** Encodes a ServerHello in a record. */
function serverHello(version: readonly number[], cipher: number): Uint8Array {
  const random = Array.from({ length: 32 }, (_, i) => i);
  const body = [...version, ...random, 0, ...bytes16(cipher), 0, ...(version === SSL3 ? [] : RENEGOTIATION)];
  return record(HANDSHAKE, version, [SERVER_HELLO, ...bytes24(body.length), ...body]);
}

const alert = (code: number) => (socket: Socket) => void socket.end(record(ALERT, TLS12, [FATAL, code]));

/**
 * Returns a function that sends the first flight of a server with RSA key exchange (RFC 5246 7.3). Nothing in it is
 * signed, so no private key is needed. When the client continues, the function closes the connection.
 */
function plays(version: readonly number[], cipher: number) {
  return (socket: Socket, chain: readonly Uint8Array[]) => {
    const list = chain.flatMap((der) => [...bytes24(der.length), ...der]);
    const body = [...bytes24(list.length), ...list];
    socket.write(serverHello(version, cipher));
    socket.write(record(HANDSHAKE, version, [CERTIFICATE, ...bytes24(body.length), ...body]));
    socket.write(record(HANDSHAKE, version, [HELLO_DONE, 0, 0, 0]));
    socket.once("data", () => socket.end(record(ALERT, version, [FATAL, 40])));
  };
}

/** A text that looks random, but is the same every time. */
const GARBAGE = Array.from({ length: 400 }, (_, i) =>
  String.fromCharCode(33 + ((i * i * 7 + i * 13) % 90)),
).join("");

/** What each server does once the client has sent its first bytes. */
const ANSWERS: Readonly<
  Record<
    Exclude<OddTls, "silent" | "speaks_ssh">,
    (socket: Socket, chain: readonly Uint8Array[]) => void | Promise<void>
  >
> = {
  plays_3des: plays(TLS12, RSA_3DES),
  plays_rc4: plays(TLS12, RSA_RC4),
  plays_export: plays(TLS12, RSA_EXPORT),
  plays_sslv3: plays(SSL3, RSA_AES256_CBC),
  psk_only: alert(40),
  garbage: (socket) => void socket.write(GARBAGE),
  speaks_http: (socket) => void socket.end(BAD_REQUEST),
  // Sends the header of a full record and bytes that look like the beginning of a ServerHello, one byte at a time.
  drip: (socket) =>
    drip(
      socket,
      record(HANDSHAKE, TLS12, [
        SERVER_HELLO,
        ...bytes24(FULL_RECORD - 4),
        ...new Uint8Array(FULL_RECORD - 4),
      ]),
      1000,
    ),
  resets: (socket) => void socket.resetAndDestroy(),
  closes: (socket) => void socket.end(),
  alert_40: alert(40),
  alert_70: alert(70),
  alert_112: alert(112),
  ssl3: (socket) => void socket.write(serverHello(SSL3, RSA_AES256_CBC)),
  async endless_records(socket) {
    socket.write(serverHello(TLS12, ECDHE_RSA_AES128_GCM));
    socket.write(record(HANDSHAKE, TLS12, [CERTIFICATE, ...bytes24(FULL_MESSAGE)]));
    await writeForEver(socket, record(HANDSHAKE, TLS12, new Uint8Array(FULL_RECORD)));
  },
};

/** Serves faulty TLS on port 443. @param tls the folder of certificates. */
export function serveOddTls(host: Host & { readonly daemon: "odd-tls" }, tls: string): void {
  const { deviation } = host;
  const pems = readFileSync(`${tls}/played.certs.com.pem`, "utf8").match(
    /-----BEGIN[^-]+-----[^-]+-----END[^-]+-----/g,
  );
  const chain = (pems ?? []).map((pem) => Buffer.from(pem.replace(/-----[^-]+-----/g, ""), "base64"));
  listen(host, PORT, (socket) => {
    if (deviation === "speaks_ssh") socket.write("SSH-2.0-OpenSSH_9.6\r\n");
    // All data is read, so that the server notices when the client disconnects.
    socket.once("data", () => {
      if (deviation === "silent" || deviation === "speaks_ssh") return;
      Promise.resolve(ANSWERS[deviation](socket, chain)).catch(() => socket.destroy());
    });
    socket.on("data", () => {});
  });
}
