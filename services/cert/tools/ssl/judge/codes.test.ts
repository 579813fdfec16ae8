import { expect, test } from "bun:test";
import { type Code, withCodes } from "./codes.ts";
import type { ServerJudged } from "./server.ts";

type Parts = {
  readonly service?: string;
  readonly verdicts?: Readonly<Record<string, { status: string; reason: string }>>;
  readonly reachability?: object;
  readonly weak?: readonly string[];
  readonly more?: object;
  readonly dane?: object;
  readonly staple?: true;
  readonly leaf?: null;
};

const ASKED = { versions: null, rsa: null, stapling: null, clientCertificate: null, weakCipher: null };

/**
 * Creates a server with only the fields that the finding codes depend on; all fields are good except the given ones.
 */
function server({ service = "https", verdicts, reachability, weak = [], more, dane, staple, leaf }: Parts) {
  const good = { status: "pass", reason: null };
  const key = { algorithm: "rsa", bits: 2048, curve: null };
  return {
    data: {
      ...{ service, source: "host", address: "192.0.2.1", withAia: null },
      reachability: { status: "ok", stage: "done", reason: null, ...reachability },
      tls: { version: "TLSv1.3" },
      verdicts: { validity: good, host: good, trust: good, chain: good, protocol: good, ...verdicts },
      dane: { status: "absent", reason: null, ...dane },
      more: more === undefined ? null : { ...ASKED, ...more },
    },
    leaf: leaf === null ? null : { key, extensions: { mustStaple: staple === true } },
    chain: { public: false, problems: [], weak, faults: [], rootSent: false },
    ...{ offers: null, more: { scts: null }, revocation: null },
  } as unknown as ServerJudged;
}

const protocol = (reason: string, status = "warning") => ({ protocol: { status, reason } });
const old = protocol("old_protocol");
const none = protocol("no_current_cipher");
const required = protocol("client_certificate_required");
const cipher = { weakCipher: { status: "seen", cipher: "TLS_RSA_WITH_RC4_128_SHA" } };
const unasked = { status: "unknown", stage: "none", reason: "servfail" };

/** Finding codes for which the lab has no server; ../findings.lab.test.ts tests the other codes. */
const CASES: readonly (readonly [Code, Parts])[] = [
  ["ssl.expires_soon", { verdicts: { validity: { status: "warning", reason: "expires_soon" } } }],
  ["ssl.unreadable", { leaf: null }],
  ["ssl.broken_key", { weak: ["broken_key"] }],
  ["ssl.must_staple", { staple: true }],
  ["ssl.old_protocol_mail", { service: "smtp25", verdicts: old }],
  ["ssl.no_current_cipher_mail", { service: "smtp25", verdicts: none }],
  ["ssl.weak_cipher", { verdicts: protocol("weak_cipher") }],
  ["ssl.weak_cipher_offered", { more: cipher }],
  ["ssl.client_certificate_required", { verdicts: required, more: { clientCertificate: true } }],
  ["ssl.dane_mismatch_elsewhere", { dane: { status: "fail", reason: "mismatch" } }],
  ["ssl.addresses_unknown", { leaf: null, reachability: unasked }],
];

test.each(CASES)("%s", (code, parts) => {
  const [one] = withCodes([server(parts)]);
  expect([...(one?.codes ?? [])]).toEqual([code]);
});

test("a refused connection is an error if all addresses refuse, and otherwise only an unreachable server", () => {
  const gone = server({
    leaf: null,
    reachability: { status: "failed", stage: "connect", reason: "connection_refused" },
  });
  const codes = (all: readonly ServerJudged[]) => withCodes(all).flatMap((one) => [...one.codes]);
  expect(codes([gone, gone])).toEqual(["ssl.nothing_listens", "ssl.nothing_listens"]);
  expect(codes([gone, server({})])).toEqual(["ssl.unreachable"]);
});
