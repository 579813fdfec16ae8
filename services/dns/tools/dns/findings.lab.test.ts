import { expect, test } from "bun:test";
import type { Finding } from "@dnstools/core/tool/finding";
import { TOO_LONG } from "@dnstools/lab/plan/situations-parent";
import { json } from "@dnstools/lab/support/product";
import { atOnce } from "@dnstools/lab/support/run";
import { sharedProduct } from "@dnstools/lab/support/shared-product";
import { FINDINGS } from "./findings.ts";

/** A lab domain for each finding code that the lab can show; the other codes have unit tests (./findings.test.ts). */
const SHOWN: Partial<Record<keyof typeof FINDINGS, string>> = {
  "dns.algorithm_deprecated": "alg5.situations.org",
  "dns.caa_critical_unknown": "critical.caa.com",
  "dns.caa_flags_reserved": "flags.caa.com",
  "dns.caa_iodef_invalid": "iodef.caa.com",
  "dns.caa_issuer_invalid": "issuer.caa.com",
  "dns.caa_tag_misspelt": "misspelt.caa.com",
  "dns.cds_delete": "cds-delete.situations.org",
  "dns.cds_differs": "cds-differs.situations.org",
  "dns.cds_inconsistent": "cds-cdnskey-differ.situations.org",
  "dns.cname_chain_long": "c0.chain-of-aliases.situations.org",
  "dns.cname_loop": "to.loop-two.situations.org",
  "dns.cname_target_fails": "alias.www-missing.situations.org",
  "dns.cname_target_partial": "balanced.half-dead.situations.org",
  "dns.cname_to_missing": "to.alias-nowhere.situations.org",
  "dns.delegation_inconsistent": "child.parent-nxdomain.situations.org",
  "dns.delegation_mismatch": "ns-differ.situations.org",
  "dns.denial_not_proven": "nsec-missing.situations.org",
  "dns.digest_deprecated": "ds-sha1.situations.org",
  "dns.dnskey_not_signed": "dnskey-missing.situations.org",
  "dns.dnskey_protocol": "protocol-2.situations.org",
  "dns.dnssec_bogus": "alias.www-missing.situations.org",
  "dns.dnssec_broken_above": "child.chain-expired.situations.org",
  "dns.dnssec_resolver_differs": "ds-of-revoked.situations.org",
  "dns.dnssec_server_fails": "second-data-expired.situations.org",
  "dns.dnssec_unsupported": "alg3.situations.org",
  "dns.ds_digest_wrong": "ds-digest.situations.org",
  "dns.ds_from_child": "child.ds-from-child.situations.org",
  "dns.ds_mismatch": "ksk-too-early.situations.org",
  "dns.ds_not_denied": "unsigned.chain-nsec3-missing.situations.org",
  "dns.ds_of_revoked_key": "ds-of-revoked.situations.org",
  "dns.ds_servfail": "unsigned.chain-nsec-missing.situations.org",
  "dns.ds_signature": "child.chain-ds-missing.situations.org",
  "dns.ds_without_key": "ds-forgotten.situations.org",
  "dns.glue_mismatch": "old-glue.com",
  "dns.https_alias_useless": "alias-self.caa.com",
  "dns.key_small": "rsa1024.situations.org",
  "dns.missing_glue": "no-glue.com",
  "dns.mx_is_address": "mail-odd.com",
  "dns.mx_is_alias": "mail-odd.com",
  "dns.mx_private": "mail-odd.com",
  "dns.mx_unresolved": "dnskey-missing.situations.org",
  "dns.mx_without_address": "mail-odd.com",
  "dns.name_too_long": TOO_LONG,
  "dns.no_own_ns": "no-ns.situations.org",
  "dns.no_own_soa": "no-soa.situations.org",
  "dns.no_server_answers": "lame-all.situations.org",
  "dns.ns_bogus": "ns-bogus.situations.org",
  "dns.ns_is_alias": "ns-alias.situations.org",
  "dns.ns_one_address": "one-address.situations.org",
  "dns.nsec3_iterations": "iterations-150.situations.org",
  "dns.nsec3_parameters": "iterations-1.situations.org",
  "dns.null_mx_preference": "null-ten.com",
  "dns.null_mx_with_others": "mail-odd.com",
  "dns.nxdomain_of_existing": "ent.ent-nxdomain.situations.org",
  "dns.only_resolver_answers": "shuns-product.com",
  "dns.one_network": "one-address.situations.org",
  "dns.one_server": "v6-only.situations.org",
  "dns.serials_differ": "disagree.com",
  "dns.server_lame": "lame-one.situations.org",
  "dns.server_malformed": "malformed.org",
  "dns.server_no_edns": "no-edns-unsigned.situations.org",
  "dns.server_no_tcp": "no-tcp.situations.org",
  "dns.server_partial": "mx.mute.org",
  "dns.server_private": "private.com",
  "dns.server_refuses_edns": "badvers.situations.org",
  "dns.server_silent": "half.com",
  "dns.server_unreachable": "closed.com",
  "dns.servers_disagree": "second-other-keys.situations.org",
  "dns.servers_ipv6_only": "v6-only.situations.org",
  "dns.several_cnames": "twice.two-aliases.situations.org",
  "dns.servers_vary": "vary.com",
  "dns.several_spf": "mail-odd.com",
  "dns.signature_ends_soon": "soon.situations.org",
  "dns.signature_expired": "a-expired.situations.org",
  "dns.signature_missing": "a-missing.situations.org",
  "dns.signature_not_yet_valid": "a-future.situations.org",
  "dns.signature_key_unusable": "zsk-no-zone-bit.situations.org",
  "dns.signature_unsupported": "zsk-unsupported.situations.org",
  "dns.signature_without_key": "a-stranger.situations.org",
  "dns.signature_wrong": "a-corrupt.situations.org",
  "dns.soa_timers": "soa-retry.situations.org",
  "dns.ttl_differs": "ttl-odd.com",
  "dns.ttl_differs_by_server": "ttl-differs.situations.org",
  "dns.ttl_zero": "ttl-zero.situations.org",
  "dns.type_unanswered": "lying.org",
};

/** Maximum number of exchanges that one finding points to. */
const IDS_MAX = 8;

test("each finding names its subjects and points to the few exchanges that show it", async () => {
  const product = await sharedProduct("all", { RATE_LIMIT_UNITS: "0", TOOL_DEADLINES: "dns=60000" });
  const wrong: string[] = [];
  await atOnce([...Map.groupBy(Object.entries(SHOWN), ([, domain]) => domain)], async ([domain, rows]) => {
    const { findings, evidence, summary } = await json(
      fetch(`${product.url}/api/v1/dns?domain=${encodeURIComponent(domain)}`),
    );
    const ids = new Set(evidence.map(({ id }: { id: string }) => id));
    const codes = (findings as readonly Finding[]).map(({ code }) => code);
    wrong.push(...rows.flatMap(([code]) => (codes.includes(code) ? [] : [`${domain} lacks ${code}`])));
    for (const one of findings as readonly Finding[]) {
      const few = one.evidence.length > 0 && one.evidence.length <= IDS_MAX;
      if (!few || !one.evidence.every((id) => ids.has(id)))
        wrong.push(`${domain} ${one.code} points to ${one.evidence.join(" ") || "nothing"}`);
      if (one.subjects.length === 0 || one.subjects.some((subject) => subject.includes(", ")))
        wrong.push(`${domain} ${one.code} has the subjects ${JSON.stringify(one.subjects)}`);
    }
    if (!summary.text.includes(domain)) wrong.push(`${domain} is not named in: ${summary.text}`);
  });
  expect(wrong).toEqual([]);
});

test("the summary of a typical domain is short", async () => {
  const product = await sharedProduct("all", { RATE_LIMIT_UNITS: "0", TOOL_DEADLINES: "dns=60000" });
  const sizes = await Promise.all(
    ["example.com", "expired.com", "mail-odd.com", "lame.com"].map(async (domain) => {
      const answer = await fetch(`${product.url}/api/v1/dns?domain=${domain}&view=summary`);
      return { domain, short: (await answer.text()).length <= 5120 };
    }),
  );
  expect(sizes.filter(({ short }) => !short)).toEqual([]);
});

test("each code has a lab domain or a unit test", async () => {
  const pure = await Promise.all(
    ["analyse.test.ts", "findings.test.ts", "dns.lab.test.ts", "judge/records.test.ts"].map((file) =>
      Bun.file(`${import.meta.dir}/${file}`).text(),
    ),
  );
  const without = Object.keys(FINDINGS).filter(
    (code) => !Object.hasOwn(SHOWN, code) && !pure.some((text) => text.includes(`"${code}"`)),
  );
  expect(without).toEqual([]);
});
