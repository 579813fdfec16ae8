import { describe, expect, test } from "bun:test";
import { zoneKeys } from "@dnstools/lab/generate/made";
import { RESOLVER } from "@dnstools/lab/plan/hosts";
import { addressOf, hostOf } from "@dnstools/lab/plan/plan";
import { type OpenApiCheck, openApiCheck } from "@dnstools/lab/support/openapi-check";
import {
  json,
  metric,
  type Product,
  startProduct,
  WAIT_FACTOR,
  WIRINGS,
} from "@dnstools/lab/support/product";
import { atOnce } from "@dnstools/lab/support/run";
import { sharedProduct } from "@dnstools/lab/support/shared-product";

const FREELY = { RATE_LIMIT_UNITS: "0" };
/** Settings that allow queries to servers at these addresses, except the servers of one zone. */
const OPEN = {
  ...FREELY,
  EGRESS_ALLOW: "127.0.0.2/32,5.0.0.0/8",
  EGRESS_DENY: `${addressOf("ns1.example.com")}/32,${addressOf("ns2.example.com")}/32`,
};

/** One query to the tool, and what the answer must and must not contain. */
type Case = {
  readonly says: string;
  readonly query: string;
  /** Expected part of the answer's `data`. */
  readonly data: Record<string, unknown>;
  /** Expected values by type, as dig prints them, in any order. */
  readonly values?: Readonly<Record<string, readonly string[] | null>>;
  /** Codes and subjects of all expected findings; any other finding is an error. */
  readonly findings?: readonly (readonly [code: string, subject: string])[];
};

/**
 * Formats a key or digest as dig prints it, in groups of 56 characters; `dig +nosplit` and the lab's plan do not split
 * it.
 */
const grouped = (rdata: string) =>
  rdata.replace(/[^ ]{57,}/g, (text) => (text.match(/.{1,56}/g) ?? []).join(" "));
// Outside the lab there are no zone keys, but this file must still load so that its tests can be counted.
const KEYS = (await zoneKeys().catch(() => undefined))?.["example.com"];
const DNSKEY = grouped(KEYS?.dnskey ?? "");
const DS = grouped(KEYS?.ds ?? "");

const answer = { status: "answer", reason: null };
const nodata = { status: "nodata", reason: null };
const unknown = (reason: string) => ({ status: "unknown", reason });

const CASES: readonly Case[] = [
  {
    says: "all main records come from the zone's own server",
    query: "domain=example.com",
    data: {
      status: "answer",
      mode: "authoritative",
      server: { name: "ns1.example.com", address: addressOf("ns1.example.com") },
      zone: "example.com",
      types: {
        A: { ...answer, source: "authoritative" },
        CNAME: { ...nodata, source: "authoritative" },
        DS: { ...answer, source: "parent" },
      },
      delegation: {
        parent: "com",
        nameServers: [
          { name: "ns1.example.com", glue: [addressOf("ns1.example.com")] },
          { name: "ns2.example.com", glue: [addressOf("ns2.example.com")] },
        ],
      },
      answers: null,
    },
    values: {
      A: ["93.184.215.14", "93.184.215.15"],
      AAAA: ["2606:2800:21f:cb07:6820:80da:af6b:8b2c"],
      CNAME: [],
      MX: ["10 mail.example.com.", "20 mail2.example.com."],
      NS: ["ns1.example.com.", "ns2.example.com."],
      SOA: ["ns1.example.com. hostmaster.example.com. 2026112001 7200 3600 1209600 300"],
      TXT: ['"v=spf1 -all"', '"two " "strings \\"quoted\\" back\\\\slash"', '"\\255\\254bytes"'],
      CAA: ['0 issue "letsencrypt.org"'],
      DNSKEY: [DNSKEY],
      DS: [DS],
    },
    findings: [],
  },
  {
    says: "an alias to an apex has the DS that its parent has",
    query: "domain=www.example.com",
    data: { status: "answer", types: { CNAME: answer, DS: { ...answer, source: "resolver" } } },
    values: {
      CNAME: ["example.com."],
      DS: [DS],
    },
    findings: [],
  },
  {
    says: "with type the whole alias chain is shown in order",
    query: "domain=WWW.Example.com.&type=a",
    data: {
      status: "answer",
      mode: "resolver",
      server: { name: "resolver", address: RESOLVER },
      zone: null,
      nameServers: null,
    },
    values: { A: ["93.184.215.14", "93.184.215.15"] },
    findings: [],
  },
  {
    says: "SRV below underscore labels",
    query: "domain=_sip._tcp.example.com&type=SRV",
    data: { status: "answer" },
    values: { SRV: ["10 60 5060 sip.example.com."] },
  },
  {
    says: "TLSA below underscore labels",
    query: "domain=_443._tcp.example.com&type=TLSA",
    data: { status: "answer" },
    values: { TLSA: ["3 1 1 56DB5023743EFF2BC8480494E90063418B5BAE1066D99DBDCE571732 EE1C73E7"] },
  },
  {
    says: "NAPTR",
    query: "domain=naptr.example.com&type=NAPTR",
    data: { status: "answer" },
    values: { NAPTR: ['100 10 "u" "E2U+sip" "!^.*$!sip:info@example.com!" .'] },
  },
  {
    says: "PTR",
    query: "domain=ptr.example.com&type=PTR",
    data: { status: "answer" },
    values: { PTR: ["host.example.com."] },
  },
  {
    says: "an existing name without the type has none",
    query: "domain=mail.example.com&type=MX",
    data: { status: "nodata", types: { MX: nodata }, answers: [] },
    values: { MX: [] },
    findings: [],
  },
  {
    says: "a name below which there are names exists",
    query: "domain=ent.example.com",
    data: { status: "nodata", zone: "example.com" },
    values: { A: [] },
    findings: [],
  },
  {
    says: "a wildcard answers",
    query: "domain=any.wild.example.com",
    data: { status: "answer" },
    values: { A: ["93.184.215.19"] },
    findings: [],
  },
  {
    says: "the wildcard record itself can be asked for",
    query: "domain=*.wild.example.com",
    data: { status: "answer" },
    values: { A: ["93.184.215.19"] },
    findings: [],
  },
  {
    says: "a Unicode name is asked as its A-label",
    query: "domain=MÜNCHEN.com",
    data: { status: "answer", zone: "xn--mnchen-3ya.com" },
    values: { A: ["93.184.215.20"] },
    findings: [],
  },
  {
    says: "an answer too large for UDP comes whole over TCP",
    query: "domain=big.example.com",
    data: { status: "answer", types: { TXT: answer } },
    findings: [],
  },
  {
    says: "a zone whose only server has IPv6",
    query: "domain=v6only.com",
    data: { status: "answer", server: { name: "ns.v6only.com", address: hostOf("ns.v6only.com").v6 } },
    values: { A: ["93.184.215.21"] },
    findings: [
      ["dns.one_server", "ns.v6only.com"],
      ["dns.servers_ipv6_only", "v6only.com"],
    ],
  },
  {
    says: "a top-level domain is an ordinary name",
    query: "domain=com",
    data: { status: "answer", zone: "com" },
    findings: [],
  },
  {
    says: "an alias out of the zone is followed through the resolver, and says so",
    query: "domain=out.example.com",
    data: {
      status: "answer",
      zone: "example.com",
      types: { CNAME: { ...answer, source: "authoritative" }, A: { ...answer, source: "resolver" } },
    },
    values: { CNAME: ["target.other.net."], A: ["93.184.215.23"], MX: [] },
    findings: [],
  },
  {
    says: "an alias to nothing is no missing domain",
    query: "domain=dangling.example.com",
    data: { status: "answer", types: { CNAME: answer, A: { ...nodata, source: "resolver" } } },
    values: { A: [] },
    findings: [["dns.cname_to_missing", "missing.other.net"]],
  },
  {
    says: "an alias to nothing, as the resolver sees it",
    query: "domain=dangling.example.com&type=A",
    data: { status: "nodata" },
    values: { A: [] },
    findings: [["dns.cname_to_missing", "missing.other.net"]],
  },
  {
    says: "an alias to nothing inside the zone",
    query: "domain=inside-dangling.example.com",
    data: { status: "answer", types: { CNAME: answer, A: { ...nodata, source: "authoritative" } } },
    findings: [["dns.cname_to_missing", "nothing.example.com"]],
  },
  {
    says: "a loop of aliases is unknown, not empty, and reported",
    query: "domain=loop-a.example.com",
    data: { status: "answer", zone: "example.com", types: { CNAME: answer, A: unknown("malformed") } },
    values: { A: null, CNAME: ["loop-b.example.com."] },
    findings: [["dns.cname_loop", "loop-a.example.com"]],
  },
  {
    says: "an alias to a broken zone is still an alias",
    query: "domain=to-lame.example.com",
    data: {
      status: "answer",
      zone: "example.com",
      types: { CNAME: answer, A: { ...unknown("servfail"), source: "resolver" } },
    },
    values: { CNAME: ["www.lame.com."], A: null },
  },
  {
    says: "an alias into a zone that other servers hold is followed",
    query: "domain=to-child.example.com",
    data: { status: "answer", types: { A: { ...answer, source: "resolver" } } },
    values: { CNAME: ["host.child.example.com."], A: ["93.184.215.26"] },
    findings: [],
  },
  {
    says: "a loop of aliases, as the resolver sees it",
    query: "domain=loop-a.example.com&type=A",
    data: { status: "unknown", types: { A: unknown("servfail") }, answers: null },
    values: { A: null },
    findings: [["dns.cname_loop", "loop-a.example.com"]],
  },
  ...(["expired.com", "wrong-ds.org", "stray-ds.com"] as const).map((domain) => ({
    says: `${domain} is bogus, not broken`,
    query: `domain=${domain}&type=A`,
    data: {
      status: "unknown",
      types: { A: unknown("servfail") },
      resolver: { authenticated: false, bogus: true },
      answers: null,
    },
    values: { A: null },
    findings: [["dns.dnssec_bogus", domain] as const],
  })),
  {
    says: "a signed name is authenticated by the resolver",
    query: "domain=deep.signed.com&type=A",
    data: { status: "answer", resolver: { authenticated: true, bogus: null, errors: [] } },
    findings: [],
  },
  {
    says: "an island of signatures without DS is answered, and not authenticated",
    query: "domain=island.net&type=A",
    data: { status: "answer", resolver: { authenticated: false, bogus: null } },
    findings: [],
  },
  {
    says: "broken servers are broken, not bogus",
    query: "domain=lame.com&type=A",
    data: { status: "unknown", types: { A: unknown("servfail") }, resolver: { bogus: false } },
    findings: [["dns.servfail", "lame.com"]],
  },
  {
    says: "an underscore in a host name is reported",
    query: "domain=under_score.example.com",
    data: { status: "answer" },
    values: { A: ["93.184.215.17"] },
    findings: [["dns.underscore_in_host", "under_score.example.com"]],
  },
  {
    says: "one silent server is a finding, not the answer",
    query: "domain=half.com",
    data: { status: "answer", server: { name: "ns2.half.com", address: addressOf("ns2.half.com") } },
    values: { A: ["93.184.215.22"], MX: [] },
    findings: [["dns.server_silent", `ns1.half.com (${addressOf("ns1.half.com")})`]],
  },
  {
    says: "one lame server is a finding, not the answer",
    query: "domain=halflame.com",
    data: { status: "answer", server: { name: "ns2.halflame.com", address: addressOf("ns2.halflame.com") } },
    values: { A: ["93.184.215.24"] },
    findings: [["dns.server_lame", `ns1.halflame.com (${addressOf("ns1.halflame.com")})`]],
  },
  {
    says: "a zone whose servers are all lame is unknown, and each is named",
    query: "domain=lame.com",
    data: {
      status: "unknown",
      zone: "lame.com",
      nameServers: [{ name: "ns1.labdns.net" }, { name: "ns2.labdns.net" }],
      types: { A: unknown("refused"), MX: unknown("refused") },
    },
    values: { A: null, MX: null },
    findings: [
      ["dns.no_server_answers", "lame.com"] as const,
      ...["ns1.labdns.net", "ns2.labdns.net"].flatMap((name) =>
        [hostOf(name).v4, hostOf(name).v6].map((at) => ["dns.server_lame", `${name} (${at})`] as const),
      ),
    ],
  },
  {
    says: "a zone whose server is silent is unknown, and the server is named",
    query: "domain=silent.com",
    data: {
      status: "unknown",
      zone: "silent.com",
      nameServers: [{ name: "ns.silent.com", addresses: [addressOf("ns.silent.com")] }],
      types: { A: unknown("timeout") },
    },
    values: { A: null, TXT: null },
    findings: [
      ["dns.no_server_answers", "silent.com"],
      ["dns.one_server", "ns.silent.com"],
      ["dns.server_silent", `ns.silent.com (${addressOf("ns.silent.com")})`],
    ],
  },
  {
    says: "servers that disagree are shown with what each says",
    query: "domain=disagree.com",
    data: {
      status: "answer",
      server: { name: "ns1.disagree.com" },
      differences: [
        {
          type: "A",
          answers: [
            { status: "answer", values: ["93.184.215.70"], servers: [{ name: "ns1.disagree.com" }] },
            { status: "answer", values: ["93.184.215.71"], servers: [{ name: "ns2.disagree.com" }] },
          ],
        },
        {
          type: "MX",
          answers: [
            { status: "answer", values: ["10 ns1.disagree.com."] },
            { status: "nodata", values: [] },
          ],
        },
        { type: "SOA" },
      ],
    },
    values: { A: ["93.184.215.70"] },
    findings: [
      ["dns.servers_disagree", "disagree.com A, MX"],
      ["dns.serials_differ", "2026112001 (ns1.disagree.com), 2026112000 (ns2.disagree.com)"],
    ],
  },
  {
    says: "service bindings are among the main records",
    query: "domain=records.com",
    data: {
      status: "answer",
      records: {
        HTTPS: [{ data: { priority: 1, target: ".", params: { alpn: ["h2", "h3"] } } }],
        SOA: [{ data: { rname: "hostmaster.records.com", mailbox: "hostmaster@records.com" } }],
      },
    },
    values: { HTTPS: ['1 . alpn="h2,h3"'] },
    findings: [],
  },
  {
    says: "what is wrong with mail records is reported",
    query: "domain=mail-odd.com",
    data: {
      status: "answer",
      dnssec: { status: "insecure", signed: false, ds: false, signaturesExpire: null },
    },
    findings: [
      ["dns.null_mx_with_others", "mail-odd.com"],
      ["dns.mx_is_address", "mail-odd.com (93.184.215.73)"],
      ["dns.mx_is_alias", "alias.mail-odd.com"],
      ["dns.mx_private", "private.mail-odd.com (10.0.0.9)"],
      ["dns.mx_without_address", "missing.mail-odd.com"],
      ["dns.several_spf", "mail-odd.com"],
    ],
  },
  {
    says: "a name in a zone at its parent's own servers is in that zone",
    query: "domain=www.inner.example.com",
    data: { status: "answer", zone: "inner.example.com", delegation: { parent: "example.com" } },
    values: { A: ["93.184.215.78"] },
    findings: [],
  },
  {
    says: "a server without glue is reported, and nothing else",
    query: "domain=no-glue.com",
    data: { status: "unknown", zone: "no-glue.com", types: { A: unknown("servfail"), DS: nodata } },
    values: { A: null },
    findings: [
      ["dns.missing_glue", "ns.no-glue.com"],
      ["dns.no_server_answers", "no-glue.com"],
      ["dns.one_server", "ns.no-glue.com"],
    ],
  },
  {
    says: "a record of 50 KB comes over TCP, whole",
    query: "domain=giant.records.com",
    data: { status: "answer", types: { TXT: answer } },
    values: {
      TXT: [
        Array<string>(200)
          .fill(`"${"z".repeat(250)}"`)
          .join(" "),
      ],
    },
    findings: [],
  },
  {
    says: "a name that one server has lost exists, by the answer of the other",
    query: "domain=only2.disagree.com",
    data: { status: "answer", types: { A: answer }, server: { name: "ns2.disagree.com" } },
    values: { A: ["93.184.215.79"] },
    findings: [
      ["dns.servers_disagree", "only2.disagree.com A"],
      ["dns.serials_differ", "2026112001 (ns1.disagree.com), 2026112000 (ns2.disagree.com)"],
    ],
  },
  {
    says: "a name without records in a signed zone is signed",
    query: "domain=ent.example.com",
    data: {
      status: "nodata",
      dnssec: { status: "secure", signed: true, signaturesExpire: expect.stringMatching(/Z$/) },
    },
    findings: [],
  },
  {
    says: "signatures of an alias's target are not the zone's",
    query: "domain=to-signed.aliases.com",
    data: { status: "answer", dnssec: { status: "insecure", signed: false, signaturesExpire: null } },
    findings: [],
  },
  {
    says: "an alias to a domain whose signatures do not verify: that domain is bogus",
    query: "domain=to-expired.aliases.com&type=A",
    data: { status: "unknown", resolver: { bogus: true } },
    findings: [["dns.dnssec_bogus", "expired.com"]],
  },
  {
    says: "the same without type",
    query: "domain=to-lame.aliases.com",
    data: { status: "answer", types: { A: unknown("servfail"), CNAME: answer } },
    findings: [["dns.cname_target_fails", "lame.com"]],
  },
  {
    says: "a chain of aliases that is too long for our resolver",
    query: "domain=c0.chain.com&type=A",
    data: { status: "unknown" },
    findings: [["dns.cname_chain_long", "c0.chain.com"]],
  },
  {
    says: "a DS that could not be determined, below a zone that has none",
    query: "domain=ds.mute.org",
    data: { status: "answer", dnssec: { status: "insecure", ds: null } },
    findings: [],
  },
  {
    says: "a DS at the parent is no answer of a zone whose server is dead",
    query: "domain=child2.records.com",
    data: { status: "unknown", server: null, types: { DS: { ...answer, source: "parent" } } },
    findings: [
      ["dns.algorithm_deprecated", "algorithm RSASHA1 (5)"],
      ["dns.digest_deprecated", "SHA-1 (1)"],
      ["dns.no_server_answers", "child2.records.com"],
      ["dns.one_server", "ns.child2.records.com"],
      ["dns.server_silent", "ns.child2.records.com (5.66.0.9)"],
    ],
  },
  {
    says: "a parent that has not heard of a server's new address",
    query: "domain=old-glue.com",
    data: { status: "answer" },
    findings: [["dns.glue_mismatch", "ns1.old-glue.com (parent: 5.9.13.53; zone: 5.9.11.53)"]],
  },
  {
    says: "a null MX whose preference is not 0",
    query: "domain=null-ten.com",
    data: { status: "answer", exchanges: [] },
    findings: [["dns.null_mx_preference", "null-ten.com"]],
  },
  // RFC 8659 4.1 to 4.5: what an authority must make of each record. The names say what is wrong.
  ...(
    [
      ["caa.com", []],
      ["critical.caa.com", [["dns.caa_critical_unknown", "critical.caa.com (tbs)"]]],
      ["misspelt.caa.com", [["dns.caa_tag_misspelt", "misspelt.caa.com (isue instead of issue)"]]],
      ["issuer.caa.com", [["dns.caa_issuer_invalid", "issuer.caa.com (issue)"]]],
      ["iodef.caa.com", [["dns.caa_iodef_invalid", "iodef.caa.com (iodef)"]]],
      ["flags.caa.com", [["dns.caa_flags_reserved", "flags.caa.com (issue)"]]],
    ] as const
  ).flatMap(([name, findings]) =>
    ["", "&type=CAA"].map((type) => ({
      says: `CAA of ${name}${type}`,
      query: `domain=${name}${type}`,
      data: { status: "answer" },
      findings,
    })),
  ),
  // RFC 9460 2.4.2 and 2.5.1: an alias to the name itself is a loop, and one to the root offers nothing.
  ...["alias-self.caa.com", "alias-nowhere.caa.com"].map((name) => ({
    says: `HTTPS of ${name}`,
    query: `domain=${name}`,
    data: { status: "answer" },
    findings: [["dns.https_alias_useless", name]] as const,
  })),
  // RFC 1034 4.3.5: one serial is one version of the zone. Scout says the same of these names.
  ...(
    [
      ["vary.com", "dns.servers_vary", "A, AAAA, HTTPS"],
      ["www.vary.com", "dns.servers_vary", "A, AAAA, CNAME, MX, NS, TXT, CAA, DNSKEY, HTTPS"],
      ["vary-text.com", "dns.servers_disagree", "A, TXT"],
    ] as const
  ).map(([name, code, types]) => ({
    says: `servers of ${name} that differ at one serial`,
    query: `domain=${name}`,
    data: { status: "answer" },
    findings: [[code, `${name} ${types}`]] as const,
  })),
  {
    says: "servers that are silent to this API alone: the domain is not called down",
    query: "domain=shuns-product.com",
    data: { status: "unknown", zone: "shuns-product.com", types: { A: unknown("timeout") } },
    findings: [
      ["dns.only_resolver_answers", "shuns-product.com"],
      ["dns.one_server", "ns.shuns-product.com"],
      ["dns.server_silent", `ns.shuns-product.com (${addressOf("ns.shuns-product.com")})`],
    ],
  },
  {
    says: "what is wrong with a record is reported with its type, too",
    query: "domain=mail-odd.com&type=TXT",
    data: { status: "answer" },
    findings: [["dns.several_spf", "mail-odd.com"]],
  },
  {
    says: "the mail servers of an alias's target are looked for",
    query: "domain=www.signed.com",
    data: {
      status: "answer",
      exchanges: [{ name: "mail.example.com" }, { name: "mail2.example.com" }],
    },
    findings: [],
  },
  {
    says: "odd TTLs are reported",
    query: "domain=ttl-odd.com",
    data: { status: "answer" },
    findings: [
      ["dns.ttl_zero", "ttl-odd.com A"],
      ["dns.ttl_differs", "ttl-odd.com TXT"],
    ],
  },
  {
    says: "an algorithm that must not be used is reported",
    query: "domain=old-algorithm.com",
    data: {
      status: "answer",
      records: { DNSKEY: [{ data: { algorithm: 5, algorithmName: "RSASHA1" } }] },
    },
    findings: [
      ["dns.algorithm_deprecated", "algorithm RSASHA1 (5)"],
      ["dns.dnssec_unsupported", "old-algorithm.com"],
    ],
  },
  {
    says: "a name server that is an alias is reported",
    query: "domain=ns-alias.com",
    data: { status: "answer" },
    findings: [
      ["dns.delegation_mismatch", "only the zone names alias.mail-odd.com"],
      ["dns.ns_is_alias", "alias.mail-odd.com"],
    ],
  },
  {
    says: "a signed zone is secure, and shows when its signatures end",
    query: "domain=signed.com",
    data: {
      status: "answer",
      differences: [],
      dnssec: { status: "secure", signed: true, ds: true, signaturesExpire: expect.stringMatching(/T.*Z$/) },
    },
    findings: [],
  },
  {
    says: "an island of signatures is insecure",
    query: "domain=island.net",
    data: { status: "answer", dnssec: { status: "insecure", signed: true, ds: false } },
    findings: [],
  },
  {
    says: "a DS without a key is reported",
    query: "domain=stray-ds.com",
    data: { status: "answer", types: { A: answer, DS: answer, DNSKEY: nodata } },
    findings: [["dns.ds_without_key", "stray-ds.com"]],
  },
  {
    says: "a DS of another key is reported",
    query: "domain=wrong-ds.org",
    data: { status: "answer", dnssec: { status: "bogus", signed: true, ds: true } },
    findings: [["dns.ds_mismatch", "wrong-ds.org"]],
  },
  {
    says: "a zone that names another server than its parent, at a private address",
    query: "domain=private.com",
    data: { status: "answer", zone: "private.com", types: { A: answer } },
    values: { A: ["93.184.215.25"] },
    findings: [
      [
        "dns.delegation_mismatch",
        "only the parent names ns1.labdns.net, ns2.labdns.net; only the zone names ns.private.com",
      ],
      ["dns.server_private", "ns.private.com (10.0.0.1)"],
    ],
  },
];

describe.each(WIRINGS.map((wiring) => ({ wiring })))("dns, $wiring", ({ wiring }) => {
  test("every case has the expected answer and exactly the expected findings", async () => {
    const product = await sharedProduct(wiring, FREELY);
    const check = await openApiCheck(product.url);
    // All cases with a wrong result are reported together.
    const wrong: string[] = [];
    const session = (one: Case) =>
      checkCase(product, check, one).catch((reason) => void wrong.push(String(reason)));
    await atOnce(CASES, session, 6);
    expect(wrong).toEqual([]);
  });

  test("a missing name is 404 if the zone's server denies it, or with type the resolver", async () => {
    const product = await sharedProduct(wiring, FREELY);
    const gone = async (query: string) => {
      const response = await fetch(`${product.url}/api/v1/dns?${query}`);
      return { status: response.status, ...JSON.parse(await response.text()) };
    };
    const own = await gone("domain=nothing.example.com");
    expect(own).toMatchObject({
      status: 404,
      code: "domain_not_found",
      detail: expect.stringContaining("ns1.example.com"),
    });
    for (const server of ["ns1.example.com", "ns2.example.com"]) {
      const reply = expect.objectContaining({ server, rcode: "NXDOMAIN", flags: ["aa"] });
      expect(own.evidence).toContainEqual(reply);
    }
    const resolvers = await gone("domain=nothing.example.com&type=MX");
    expect(resolvers).toMatchObject({
      status: 404,
      code: "domain_not_found",
      evidence: [{ rcode: "NXDOMAIN", server: "resolver" }],
    });
    expect(await gone("domain=nothing.example.no-such-tld")).toMatchObject({ status: 404 });
    // Once the registry has denied a name, the tool sends no further queries about this name.
    const registry = await gone("domain=not-registered.com");
    expect(registry.status).toBe(404);
    const asked = registry.evidence.filter(({ server }: { server: string }) => server !== "resolver");
    expect(asked.length).toBeLessThan(30);
  });

  test("when our resolver dies after a good start, domains are not blamed", async () => {
    const resolver = await relay("127.0.0.1", RESOLVER, 0);
    const DNS_RESOLVERS = `127.0.0.1:${resolver.port}`;
    await using product = await startProduct(wiring, { DNS_RESOLVERS });
    expect((await answerOf(product, "domain=example.com")).data.status).toBe("answer");
    await resolver[Symbol.asyncDispose]();
    const [lost, alias] = await Promise.all(
      ["signed.com", "out.example.com"].map(async (domain) => {
        const response = await fetch(`${product.url}/api/v1/dns?domain=${domain}`);
        return { status: response.status, ...JSON.parse(await response.text()) };
      }),
    );
    // Our resolver is the only source of the addresses of the zone's servers.
    expect(lost).toMatchObject({ status: 503, code: "resolver_unavailable" });
    // The answers of the zone's servers remain valid without our resolver.
    expect(alias).toMatchObject({ status: 200, data: { types: { CNAME: answer } }, findings: [] });
  });
});

describe("dns", () => {
  test("a name that does not exist is 404 if the one remaining server denies it", async () => {
    const product = await sharedProduct("all", FREELY);
    const response = await fetch(`${product.url}/api/v1/dns?domain=nothing.third.com`);
    expect(await response.json()).toMatchObject({
      code: "domain_not_found",
      detail: expect.stringContaining("ns3.third.com"),
    });
  });

  test("a server on loopback is asked only if EGRESS_ALLOW permits it", async () => {
    await using server = await relay("127.0.0.2", addressOf("ns1.labdns.net"));
    const closed = await sharedProduct("all", FREELY);
    const refusals = (product: Product) => metric(product.process("all"), REFUSALS, { reason: "loopback" });
    const before = await refusals(closed);
    expect((await answerOf(closed, "domain=loopback.com")).data).toMatchObject({
      status: "unknown",
      types: { A: unknown("not_allowed"), DS: { ...nodata, source: "parent" } },
      records: { A: null, MX: null },
    });
    expect(await refusals(closed)).toBeGreaterThan(before);
    expect(server.asked).toBe(0);
    const open = await sharedProduct("all", OPEN);
    expect((await answerOf(open, "domain=loopback.com")).data).toMatchObject({
      status: "answer",
      server: { address: "127.0.0.2" },
      types: { A: answer },
    });
    expect(await refusals(open)).toBe(0);
    expect(server.asked).toBeGreaterThan(0);
  });

  test("EGRESS_DENY wins over EGRESS_ALLOW", async () => {
    const product = await sharedProduct("all", OPEN);
    const got = await answerOf(product, "domain=example.com&type=A");
    expect(got.data.status).toBe("answer");
    const zone = await answerOf(product, "domain=example.com");
    expect(zone.data.types.A).toMatchObject(unknown("egress_denied"));
  });

  test("a delegation to many names without addresses does not make us ask for all of them", async () => {
    const product = await sharedProduct("all", FREELY);
    const { data, evidence } = await answerOf(product, "domain=many-names.com");
    expect(data).toMatchObject({ status: "unknown", zone: "many-names.com" });
    const looked = evidence.filter(({ question }: { question: string }) => /^ns\d+\.many/.test(question));
    expect(looked.length).toBeLessThanOrEqual(13 * 2);
  });

  test("every server of a large zone is asked for its version of the zone", async () => {
    const product = await sharedProduct("all", FREELY);
    const { data, evidence, findings } = await answerOf(product, "domain=com");
    const asked = (question: string) =>
      evidence.filter((one: { question: string }) => one.question === question).length;
    expect(asked("com. IN SOA +dnssec")).toBe(26);
    expect(asked("com. IN A +dnssec")).toBe(13);
    expect(data).toMatchObject({
      zone: "com",
      delegation: { parent: "", server: { name: "a.root-servers.net" } },
      types: { DS: { source: "parent" } },
    });
    expect(data.nameServers).toHaveLength(13);
    expect(findings).toEqual([]);
  });

  test("signatures that have expired or expire soon are reported", async () => {
    const product = await sharedProduct("all", FREELY);
    const judged = async (domain: string) => {
      const { data, findings } = await answerOf(product, `domain=${domain}`);
      return { ...data.dnssec, findings: findings.map((one: { code: string }) => one.code).sort() };
    };
    expect(await judged("expired.com")).toMatchObject({
      status: "bogus",
      signed: true,
      ds: true,
      findings: ["dns.signature_expired"],
    });
    expect(await judged("soon.com")).toMatchObject({
      status: "secure",
      findings: ["dns.signature_ends_soon"],
    });
  });

  test("a name that our resolver filters is answered by its zone's servers, and the answer says so", async () => {
    const env = { ...FREELY, DNS_RESOLVERS: addressOf("filters.resolvers.net") };
    await using product = await startProduct("all", env);
    const { data, findings, meta } = await answerOf(product, "domain=blocked.com&type=A");
    expect(data).toMatchObject({ status: "answer", types: { A: { status: "answer" } } });
    expect(data.resolver.errors).toMatchObject([{ code: 15 }]);
    expect({ findings, environment: meta.environment }).toEqual({
      findings: [],
      environment: ["resolver_filters"],
    });
    const zone = await answerOf(product, "domain=blocked.com");
    expect(zone.data.types.A).toMatchObject(answer);
  });

  test("at the tool's own deadline, answers that have arrived are returned and all others are unknown(budget)", async () => {
    // The deadline is shorter than the wait for a silent name server (2000 ms).
    await using product = await startProduct("all", { TOOL_DEADLINES: "dns=1500" });
    const half = await answerOf(product, "domain=half.com");
    expect(half.data).toMatchObject({ status: "answer", types: { A: answer } });
    expect(half.evidence.map(({ reason }: { reason: string }) => reason)).toContain("budget");
    const got = await answerOf(product, "domain=silent.com");
    expect(got.data.types.A).toMatchObject(unknown("budget"));
    expect(got.data.records.A).toBeNull();
    expect(got.meta.deadlineMs).toBe(1500 * WAIT_FACTOR);
    expect(got.meta.elapsedMs).toBeGreaterThanOrEqual(1400 * WAIT_FACTOR);
  });

  test("a deadline too short for checking the resolvers does not report them as dead", async () => {
    const env = { TOOL_DEADLINES: "dns=500", DNS_RESOLVERS: addressOf("dead.resolvers.net") };
    await using product = await startProduct("all", env);
    for (const query of ["domain=example.com", "domain=example.com&type=A"]) {
      expect((await answerOf(product, query)).data.types.A).toMatchObject(unknown("budget"));
    }
  });
});

const REFUSALS = "dnstools_egress_refusals_total";

/** Starts a name server on an address of this machine that forwards each query to a real name server. */
async function relay(
  hostname: string,
  to: string,
  port = 53,
): Promise<AsyncDisposable & { readonly asked: number; readonly port: number }> {
  const upstreams: { close: () => void }[] = [];
  const server = await Bun.udpSocket({
    hostname,
    port,
    socket: {
      async data(own, question, port, address) {
        const upstream = await Bun.udpSocket({
          connect: { hostname: to, port: 53 },
          socket: { data: (_, answered) => void own.send(answered, port, address) },
        });
        upstreams.push(upstream);
        upstream.send(question);
      },
    },
  });
  return {
    port: server.port,
    get asked() {
      return upstreams.length;
    },
    async [Symbol.asyncDispose]() {
      for (const socket of [server, ...upstreams]) socket.close();
    },
  };
}

async function checkCase(
  product: Product,
  check: OpenApiCheck,
  { says, query, data, values, findings }: Case,
) {
  const response = await fetch(`${product.url}/api/v1/dns?${query}`);
  const body = await response.text();
  check("/api/v1/dns", response, body);
  const got = JSON.parse(body);
  expect({ says, status: response.status, data: got.data }).toMatchObject({ says, status: 200, data });
  for (const [type, expected] of Object.entries(values ?? {})) {
    const records = JSON.parse(body).data.records[type] as { value: string }[] | null;
    const shown = records?.map(({ value }) => value).sort() ?? null;
    expect({ says, type, values: shown }).toEqual({ says, type, values: expected && [...expected].sort() });
  }
  const reported = JSON.parse(body).findings.map((f: { code: string; subject: string }) => [
    f.code,
    f.subject,
  ]);
  const inOrder = (list: readonly (readonly string[])[]) => list.map((one) => one.join(" ")).sort();
  if (findings) expect({ says, findings: inOrder(reported) }).toEqual({ says, findings: inOrder(findings) });
  expect(JSON.parse(body).evidence.length).toBeGreaterThan(0);
}

function answerOf(product: Product, query: string) {
  return json(fetch(`${product.url}/api/v1/dns?${query}`));
}
