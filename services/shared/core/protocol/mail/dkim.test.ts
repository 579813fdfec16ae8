import { expect, test } from "bun:test";
import { type DkimKey, parseDkimKey } from "./dkim.ts";

/**
 * RFC 8463 A.2: an RSA key of 1024 bits and an Ed25519 key. The other keys were generated for these tests, and
 * their private keys were discarded.
 */
const RSA_1024 =
  "MIGfMA0GCSqGSIb3DQEBAQUAA4GNADCBiQKBgQDkHlOQoBTzWRiGs5V6NpP3idY6Wk08a5qhdR6wy5bdOKb2jLQiY/J16JYi0Qvx/byYzCNb3W91y3FutACDfzwQ/BC/e/8uBsCR+yz1Lxj+PL6lHvqMKrM3rG4hstT5QjvHO9PzoxZyVYLzBfO2EeC3Ip3G+2kryOTIKT+l/K4w3QIDAQAB";
const ED25519 = "11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=";
const RSA_512 =
  "MFwwDQYJKoZIhvcNAQEBBQADSwAwSAJBALgJpRVzHb0ljVsjW2IqX+dxlrYunDdfxlyHWeNiNwCqSErzurqpWxWMUK/Od5e71GOiBv90QzxVopzU/q1tsNECAwEAAQ==";
const RSA_512_BARE =
  "MEgCQQC4CaUVcx29JY1bI1tiKl/ncZa2Lpw3X8Zch1njYjcAqkhK87q6qVsVjFCvzneXu9Rjogb/dEM8VaKc1P6tbbDRAgMBAAE=";
const RSA_1023 =
  "MIGeMA0GCSqGSIb3DQEBAQUAA4GMADCBiAKBgFshjHiCJbRp01APNUYnZSCBN7ti/6dEPpS/woqMsA+acwBPlDPuvvXOFBc0f3+nFVobmstRFy0XNn5P5NasrYAGHZsiTLe29m/qfWAOgiUlK1Edi/jDJDfHiD6nE4srUYDLZcwqy8m9yd5hQPEzX3xaUJTNpCUhWWNNlP8k00kpAgMBAAE=";
const RSA_2048 =
  "MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAwNLtXVc6GpA7TcBx9KGSOZE2vpPHRf7VRslO0x3BFnXbJa49AStQZuIExbo5pA0P4dZQF8FjogFYSygK5qHOB6VNYCaBMEeD/hnMmxn7TVC7YjWH7AW0iOBlJzrLwqJLKuSicd1/qhlAk+C9+PgyfEPfeEkW8Y1FAKLd9W7mxOA8N94hGlZalvQ2aIgLtTxw6BzwWWykpPctmyBwnC5Yc+Dhd1oySD9MXAlq6nVVEP+ePcThNR6n5yefplGwxfXfrWSWsC5xyR6VIVDWpflQOu4xOAH5srb7abheZzPIPhEyBj6c3ILJbEilOO0iN8LInVrHSl0cdS+zcy2TKfEIDQIDAQAB";
const EC =
  "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEenp6ajhvUHZKbWH6OwpTLhxCX40NHhCIj+oxQXH4CUp8vC89YHnaeJ1t4gE64PAIqn/Xh9hZQ+b21VgiBGZRGQ==";
const ENCLOSED = "MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=";

const PLAIN: Partial<DkimKey> = {
  version: "DKIM1",
  type: "rsa",
  bits: 1024,
  revoked: false,
  hashes: null,
  services: null,
  flags: [],
  notes: null,
  problems: [],
  betterKey: null,
};

/** Key records, each with the fields of the parsed record that differ from PLAIN. */
const keys: readonly (readonly [says: string, text: string, read: Partial<DkimKey>])[] = [
  ["RFC 6376 3.6.1: a key", `v=DKIM1; k=rsa; p=${RSA_1024}`, {}],
  ["RFC 6376 3.6.1: rsa is the default", `v=DKIM1; p=${RSA_1024}`, {}],
  ["RFC 6376 3.6.1: v may be left out", `k=rsa; p=${RSA_1024}`, { version: null }],
  ["RFC 6376 3.6.1: p alone", `p=${RSA_1024};`, { version: null }],
  ["RFC 6376 3.6.1: v stands first", `k=rsa; v=DKIM1; p=${RSA_1024}`, { problems: ["version"] }],
  [
    "RFC 6376 3.6.1: no other version",
    `v=DKIM1.0; p=${RSA_1024}`,
    { version: "DKIM1.0", problems: ["version"] },
  ],
  ["RFC 6376 3.6.1: in capitals", `v=dkim1; p=${RSA_1024}`, { version: "dkim1", problems: ["version"] }],
  ["RFC 6376 3.6.1: DKIM2", `v=DKIM2; p=${RSA_1024}`, { version: "DKIM2", problems: ["version"] }],
  ["RFC 6376 3.2: white space", ` v\t=\r\n DKIM1 ;\tk = rsa;  p =\t${RSA_1024} ; `, {}],
  ["RFC 6376 3.6.1: white space within p", `v=DKIM1; p=${RSA_1024.match(/.{1,50}/g)?.join(" \t\r\n ")}`, {}],
  ["RFC 6376 3.2: a semicolon at the end", `v=DKIM1; p=${RSA_1024};`, {}],
  ["RFC 6376 3.2: unknown tags are ignored", `v=DKIM1; g=*; x=y=z; p=${RSA_1024}`, {}],
  [
    "RFC 6376 3.2: names are told apart by case",
    `v=DKIM1; P=${RSA_1024}`,
    { bits: null, problems: ["no_key"] },
  ],
  ["RFC 6376 3.2: a tag twice", `v=DKIM1; p=${RSA_1024}; p=${RSA_1024}`, { problems: ["duplicate"] }],
  ["RFC 6376 3.2: an unknown tag twice", `v=DKIM1; x=1; x=2; p=${RSA_1024}`, { problems: ["duplicate"] }],
  ["RFC 6376 3.2: a word without equals sign", `v=DKIM1; rsa; p=${RSA_1024}`, { problems: ["syntax"] }],
  ["RFC 6376 3.2: no name", `v=DKIM1; =rsa; p=${RSA_1024}`, { problems: ["syntax"] }],
  ["RFC 6376 3.6.1: no p", "v=DKIM1; k=rsa", { bits: null, problems: ["no_key"] }],
  [
    "RFC 6376 3.2: blanks in place of semicolons",
    `v=DKIM1 p=${RSA_1024}`,
    { version: `DKIM1 p=${RSA_1024}`, bits: null, problems: ["version", "separator"] },
  ],
  ["RFC 6376 3.6.1: an empty p withdraws it", "v=DKIM1; p=", { bits: null, revoked: true }],
  ["RFC 6376 3.6.1: so does white space", "v=DKIM1; k=rsa; p= \t ;", { bits: null, revoked: true }],
  ["RFC 6376 3.6.1: quotes left in", `v=DKIM1; p="${RSA_1024}"`, { bits: null, problems: ["key"] }],
  ["RFC 6376 3.6.1: empty quotes withdraw nothing", 'v=DKIM1; p=""', { bits: null, problems: ["key"] }],
  [
    "RFC 6376 3.6.1: a backslash left in",
    `v=DKIM1\\; p=${RSA_1024}`,
    { version: "DKIM1\\", problems: ["version"] },
  ],
  [
    "RFC 6376 3.6.2.2: strings joined with quotes between",
    `v=DKIM1; p=${RSA_1024.slice(0, 80)}" "${RSA_1024.slice(80)}`,
    { bits: null, problems: ["key"] },
  ],
  [
    "RFC 6376 3.6.2.2: a letter lost where it was split",
    `v=DKIM1; p=${RSA_1024.slice(0, 80)}${RSA_1024.slice(81)}`,
    { bits: null, problems: ["key"] },
  ],
  [
    "RFC 6376 3.6.2.2: cut at its end",
    `v=DKIM1; p=${RSA_1024.slice(0, 180)}`,
    { bits: null, problems: ["key"] },
  ],
  [
    "RFC 6376 3.6.2.2: its second half alone",
    `v=DKIM1; p=${RSA_1024.slice(100)}`,
    { bits: null, problems: ["key"] },
  ],
  [
    "RFC 6376 3.6.2.2: bytes that are no text",
    `v=DKIM1; p=\\255${RSA_1024}`,
    { bits: null, problems: ["key"] },
  ],
  [
    "RFC 6376 3.6.1: a PEM file",
    `v=DKIM1; p=-----BEGIN PUBLIC KEY-----${RSA_1024}`,
    { bits: null, problems: ["key"] },
  ],
  ["RFC 6376 3.6.1: another kind of key in it", `v=DKIM1; k=rsa; p=${EC}`, { bits: null, problems: ["key"] }],
  [
    "RFC 6376 3.6.1: an unknown kind",
    `v=DKIM1; k=ecdsa; p=${EC}`,
    { type: "ecdsa", bits: null, problems: ["type"] },
  ],
  ["RFC 5234 2.3: rsa in any case", `v=DKIM1; k=RSA; p=${RSA_1024}`, {}],
  [
    "RFC 6376 3.6.1: a bare RSAPublicKey",
    `v=DKIM1; p=${RSA_512_BARE}`,
    { bits: 512, problems: ["pkcs1"], betterKey: RSA_512 },
  ],
  [
    "RFC 6376 3.6.1: hashes",
    `v=DKIM1; h=sha1 : SHA256:x; p=${RSA_1024}`,
    { hashes: ["sha1", "sha256", "x"] },
  ],
  ["RFC 6376 3.6.1: services", `v=DKIM1; s=*:email; p=${RSA_1024}`, { services: ["*", "email"] }],
  ["RFC 6376 3.6.1: flags", `v=DKIM1; t=y:s:x; p=${RSA_1024}`, { flags: ["y", "s", "x"] }],
  ["RFC 6376 3.6.1: no flags", `v=DKIM1; t=; p=${RSA_1024}`, {}],
  ["RFC 6376 3.6.1: notes", `v=DKIM1; n=for=20you; p=${RSA_1024}`, { notes: "for=20you" }],
  ["RFC 8301 3.2: 512 bits", `v=DKIM1; p=${RSA_512}`, { bits: 512 }],
  ["RFC 8301 3.2: 1023 bits", `v=DKIM1; p=${RSA_1023}`, { bits: 1023 }],
  ["RFC 8301 3.2: 2048 bits", `v=DKIM1; p=${RSA_2048}`, { bits: 2048 }],
  ["RFC 8463 A.2: Ed25519", `v=DKIM1; k=ed25519; p=${ED25519}`, { type: "ed25519", bits: 256 }],
  [
    "RFC 8463 4.2: 31 octets",
    `v=DKIM1; k=ed25519; p=${ED25519.slice(0, 40)}Uw==`,
    { type: "ed25519", bits: null, problems: ["key"] },
  ],
  [
    "RFC 8463 4.2: its wrapping",
    `v=DKIM1; k=ed25519; p=${ENCLOSED}`,
    { type: "ed25519", bits: 256, problems: ["enclosed"], betterKey: ED25519 },
  ],
  [
    "RFC 8463 4.2: an RSA key",
    `v=DKIM1; k=ed25519; p=${RSA_1024}`,
    { type: "ed25519", bits: null, problems: ["key"] },
  ],
  ["RFC 8463 4.2: without k", `v=DKIM1; p=${ED25519}`, { bits: null, problems: ["key"] }],
];

test.each(keys)("%s", (_, text, read) => {
  expect(parseDkimKey(text)).toMatchObject({ ...PLAIN, ...read });
});

test("texts that are not keys (RFC 6376 3.6.2.2)", () => {
  for (const text of [
    "",
    "hello",
    "v=spf1 -all",
    "v=DMARC1; p=none",
    "v=STSv1; id=1",
    "k=rsa",
    ";",
    "=",
    "google-site-verification=abc",
    "v=BIMI1; l=; p=",
  ])
    expect([text, parseDkimKey(text)]).toEqual([text, null]);
});

test("hostile texts are read in linear time", () => {
  // Length of the test texts, in characters. At this length a parser that takes quadratic time exceeds the test's time
  // limit.
  const long = 1_000_000;
  const texts = [
    `v=DKIM1; p=${"A".repeat(long)}`,
    `v=DKIM1; p=${"A ".repeat(long / 2)}`,
    `v=DKIM1; p=${"=".repeat(long)}`,
    `v=DKIM1; p=${"A".repeat(long)}!`,
    `v=DKIM1; p=MII${"A".repeat(long)}`,
    `v=DKIM1; p=${`MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A${"/".repeat(long)}`}`,
    `v=DKIM1; k=ed25519; p=${"A".repeat(long)}`,
    `v=DKIM1; h=${":".repeat(long)}; p=`,
    `v=DKIM1${";".repeat(long)}`,
    `v=DKIM1;${"a=1;".repeat(long / 4)}`,
    `v=DKIM1; ${" ".repeat(long)}p=`,
    `v=DKIM1; p=${"\\255".repeat(long / 4)}`,
    `v=DKIM1; p=${"\u0000".repeat(long)}`,
  ];
  for (const text of texts) {
    const key = parseDkimKey(text);
    expect([text.slice(0, 40), key === null]).toEqual([text.slice(0, 40), false]);
    expect(key?.hashes?.length ?? 0).toBeLessThanOrEqual(20);
  }
});
