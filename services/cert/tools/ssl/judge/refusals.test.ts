import { expect, test } from "bun:test";
import { refusalsOf } from "./refusals.ts";
import type { ServerJudged } from "./server.ts";

const RSA = { algorithm: "rsa", curve: null };

/** Creates a server with only the fields that the refusals depend on. */
function server({ key = RSA, host = "", reason = "" }): ServerJudged {
  const good = { status: "pass", reason: null, detail: "" };
  const verdicts = { validity: good, chain: good, trust: good, protocol: good };
  return {
    data: {
      ...{ host: "a.example", address: "192.0.2.1", withAia: null, more: null },
      reachability: { status: "ok", reason: reason === "" ? null : reason },
      verdicts: { ...verdicts, host: host === "" ? good : { ...good, status: "fail", reason: host } },
    },
    leaf: reason === "" ? { key } : null,
    chain: { public: false },
    more: { scts: null },
    revocation: null,
  } as unknown as ServerJudged;
}

test.each([
  ["RSA", server({}), {}],
  ["RSA-PSS", server({ key: { algorithm: "1.2.840.113549.1.1.10", curve: null } }), {}],
  ["P-256", server({ key: { algorithm: "ec", curve: "prime256v1" } as never }), {}],
  [
    "secp256k1",
    server({ key: { algorithm: "ec", curve: "secp256k1" } as never }),
    { browsers: ["key_type"], openssl: ["key_type"] },
  ],
  ["Ed25519", server({ key: { algorithm: "ed25519", curve: null } }), { browsers: ["key_type"] }],
  ["Ed448", server({ key: { algorithm: "ed448", curve: null } }), { browsers: ["key_type"] }],
  // If a certificate has no subjectAltName, `openssl s_client -verify_hostname` uses the common name.
  ["no subjectAltName", server({ host: "no_names" }), { browsers: ["no_names"] }],
  [
    "other names",
    server({ host: "host_mismatch" }),
    { browsers: ["host_mismatch"], openssl: ["host_mismatch"] },
  ],
  // If only this API cannot finish the handshake, this shows nothing about browsers.
  ["no handshake here", server({ reason: "no_common_tls" }), {}],
])("%s", (_, one, refused) => {
  const told = refusalsOf([one]).map(({ client, reasons }) => [client, reasons]);
  expect(Object.fromEntries(told)).toEqual(refused);
});
