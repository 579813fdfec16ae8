import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Evidence } from "@dnstools/core/tool/evidence";
import type { Finding } from "@dnstools/core/tool/finding";
import type { Summary } from "@dnstools/core/tool/summary";
import { json } from "@dnstools/lab/support/product";
import { atOnce } from "@dnstools/lab/support/run";
import { sharedProduct } from "@dnstools/lab/support/shared-product";
import type { SslData } from "./data.ts";
import { FINDINGS } from "./findings.ts";

type Answer = {
  readonly summary: Summary;
  readonly data: SslData;
  readonly findings: readonly Finding[];
  readonly evidence: readonly Evidence[];
};

/**
 * A call for each finding that a lab server has. judge/codes.test.ts covers the findings without a lab server, and
 * ssl.lab.test.ts covers two more.
 */
const CALLS: Readonly<Record<string, string>> = {
  "ssl.expired": "host=expired.certs.com",
  "ssl.not_yet_valid": "host=not-yet-valid.certs.com",
  "ssl.expires_now": "host=nearly-expired.certs.com",
  "ssl.host_mismatch": "host=other-name.certs.com",
  "ssl.no_names": "host=no-san.certs.com",
  "ssl.key_type": "host=good-ed25519.certs.com",
  "ssl.revoked": "host=revoked.certs.com",
  "ssl.revocation_unknown": "host=crl-other-issuer.certs.com",
  "ssl.must_staple_missing": "host=must-staple.certs.com",
  "ssl.staple_broken": "host=stapled-damaged.certs.com",
  "ssl.second_certificate": "host=two-keys.certs.com",
  "ssl.self_signed": "host=self-signed.certs.com",
  "ssl.unknown_ca": "host=unknown-root-sent.certs.com",
  "ssl.issuer_not_found": "host=missing-intermediate.certs.com",
  "ssl.chain_incomplete": "host=missing-with-aia.certs.com",
  "ssl.chain_order": "host=wrong-order.certs.com",
  "ssl.chain_duplicate": "host=duplicate.certs.com",
  "ssl.chain_unrelated": "host=unrelated.certs.com",
  "ssl.root_sent": "host=root-sent.certs.com",
  "ssl.path_signature": "host=bad-signature.certs.com",
  "ssl.path_dates": "host=expired-intermediate.certs.com",
  "ssl.path_authority": "host=no-ca-flag.certs.com",
  "ssl.path_usage": "host=key-usage.certs.com",
  "ssl.path_names": "host=constrained-broken.certs.com",
  "ssl.path_extension": "host=critical-unknown.certs.com",
  "ssl.path_unchecked": "host=md5.certs.com",
  "ssl.weak_signature": "host=sha1.certs.com",
  "ssl.weak_key": "host=rsa-1024.certs.com",
  "ssl.too_large": "host=sans-too-large.certs.com",
  "ssl.addresses_differ": "host=two-faced.certs.com",
  "ssl.old_protocol": "host=tls10.certs.com",
  "ssl.old_protocol_offered": "host=old-too.certs.com",
  "ssl.no_current_cipher": "host=dhe-only.certs.com",
  "ssl.key_usage": "host=key-usage-leaf.certs.com",
  "ssl.handshake_failed": "host=rsa-pss.certs.com",
  "ssl.uncommon_cipher": "host=ecdhe-cbc-sha256.certs.com",
  "ssl.no_forward_secrecy": "host=rsa-cbc-sha.certs.com",
  "ssl.client_certificate": "host=client-certificate.certs.com",
  "ssl.no_hsts": "host=plain.certs.com",
  "ssl.no_redirect": "host=plain.certs.com",
  "ssl.unreachable": "host=many-addresses.certs.com",
  "ssl.nothing_listens": "host=closed.certs.com",
  "ssl.silent": "host=silent.certs.com",
  "ssl.no_tls": "host=alert-112.certs.com",
  "ssl.no_common_tls": "host=ffdhe2048-tls13.certs.com",
  "ssl.tls_at_once": "host=tls-at-once.mailtls.com&service=smtp",
  "ssl.broken_off": "host=resets.certs.com",
  "ssl.turned_away": "host=limited.mailtls.com&service=smtp",
  "ssl.not_public": "host=half-private.certs.com",
  "ssl.no_starttls": "host=no-starttls.mailtls.com&service=smtp",
  "ssl.plaintext_injected": "host=injects.mailtls.com&service=smtp",
  "ssl.preauth": "host=preauth.mailtls.com&service=imap",
  "ssl.auth_in_clear": "host=clear-auth.mailtls.com&service=smtp",
  "ssl.opportunistic": "host=mx-domain.danemail.org&service=smtp25",
  "ssl.caa_not_allowed": "host=good-rsa.certs.com",
  "ssl.caa_critical_unknown": "host=rsa-1024.certs.com",
  "ssl.caa_tag_misspelt": "host=sha1.certs.com",
  "ssl.mx_alias": "domain=aliasmx.mailtls.com&service=smtp25",
  "ssl.dane_mismatch": "host=mx-wrong.danemail.org&service=smtp25",
  "ssl.dane_unusable": "host=mx-digest.danemail.org&service=smtp25",
  "ssl.dane_insecure": "domain=fourmx.mailtls.com&service=smtp25",
  "ssl.no_mail": "domain=nullmx.mailtls.com&service=smtp25",
  "ssl.not_offered": "domain=srvdot.mailtls.com&service=imaps",
  "ssl.no_server": "domain=nomail.mailtls.com&service=imaps",
  "ssl.no_address": "host=no-address.certs.com",
  "ssl.addresses_unknown": "host=expired.com",
  "ssl.guessed": "domain=nosrv.mailtls.com&service=imaps",
  "ssl.not_a_host": "domain=zonemx.mailtls.com&service=smtp25",
  "ssl.port_not_allowed": "domain=srvport.mailtls.com&service=imaps",
  "ssl.not_all": "host=many-addresses.certs.com",
};

const GOOD = ["host=valid.certs.com", "domain=danemail.org&service=smtp25", "host=5.40.0.58"];

/** Returns the problems in the findings of an answer. */
function problemsOf({ summary, data, findings, evidence }: Answer): readonly string[] {
  const ids = new Set(evidence.map(({ id }) => id));
  const errors = findings.filter(({ severity }) => severity === "critical" || severity === "error");
  const alike = errors.length > 0 === (summary.status === "fail");
  return [
    ...findings.flatMap((one) => {
      const { code, subjects, evidence: shown } = one;
      if (shown.length === 0 || shown.length > 8) return [`${code} points to ${shown.length} exchanges`];
      if (!shown.every((id) => ids.has(id))) return [`${code} points to an exchange that is not there`];
      return subjects.length === 0 || subjects.some((text) => /[ ,()]/.test(text))
        ? [`${code}: ${JSON.stringify(subjects)}`]
        : [];
    }),
    ...(alike ? [] : [`${summary.status} with ${errors.length} errors`]),
    ...(summary.status === data.summary.verdict.status ? [] : [`not ${data.summary.verdict.status}`]),
    ...(/[.]$|[.] \(\d+ more \w+\)$/.test(summary.text) ? [] : [summary.text]),
  ];
}

test("every finding is in the answer to its call, points to its evidence, and agrees with the summary", async () => {
  const product = await sharedProduct("all", { RATE_LIMIT_UNITS: "0" });
  const wrong: string[] = [];
  const codes = new Map<string, readonly string[]>();
  await atOnce([...new Set([...Object.values(CALLS), ...GOOD])], async (query) => {
    const answer: Answer = await json(fetch(`${product.url}/api/v1/ssl?${query}`));
    codes.set(
      query,
      answer.findings.map(({ code }) => code),
    );
    wrong.push(...problemsOf(answer).map((problem) => `${query}: ${problem}`));
  });
  const missing = Object.entries(CALLS).filter(([code, query]) => !codes.get(query)?.includes(code));
  expect({ wrong, missing }).toEqual({ wrong: [], missing: [] });
});

test("every finding has a case", () => {
  const elsewhere = ["judge/codes.test.ts", "ssl.lab.test.ts"]
    .map((file) => readFileSync(join(import.meta.dir, file), "utf8"))
    .join("");
  const without = Object.keys(FINDINGS).filter(
    (code) => !(code in CALLS) && !elsewhere.includes(`"${code}"`),
  );
  expect(without).toEqual([]);
});

test.each([
  [
    "host=valid.certs.com",
    "pass",
    "TLS of valid.certs.com is in order at both addresses; its certificate expires on ",
  ],
  ["host=expired.certs.com", "fail", "The certificate of expired.certs.com expired on "],
  ["host=other-name.certs.com", "fail", "is for other names: www.example.org."],
  ["host=wrong-order.certs.com", "warning", "are not in order"],
  ["host=resets.certs.com", "unknown", "could not be determined: the server reset the connection."],
  [
    "domain=fourmx.mailtls.com&service=smtp25",
    "pass",
    "all 4 servers for smtp25 are in order; the first certificate",
  ],
  ["domain=nullmx.mailtls.com&service=smtp25", "pass", "accepts no mail"],
] as const)("the summary of %s has the fact that matters", async (query, status, text) => {
  const product = await sharedProduct("all", { RATE_LIMIT_UNITS: "0" });
  const response = await fetch(`${product.url}/api/v1/ssl?${query}&view=summary`);
  const body = await response.text();
  const { summary } = JSON.parse(body) as Answer;
  expect(summary).toEqual({ status, text: expect.stringContaining(text) });
  expect(body.length).toBeLessThanOrEqual(5000);
});
