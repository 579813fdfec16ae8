/**
 * The little Internet of the tests: a root, a top-level domain, leaf zones and a resolver, on loopback addresses
 * of a network namespace of their own.
 */
export const ADDRESSES = {
  root: "127.53.0.1",
  tld: "127.53.0.2",
  leaf: ["127.53.0.3", "127.53.0.4"],
  leaf6: "fd53::3",
  /** Clients: two in one /64, and one in another. */
  clients6: ["fd53:0:0:1::1", "fd53:0:0:1::2", "fd53:0:0:2::1"],
  /** Takes questions and never answers. */
  silent: "127.53.0.8",
  /** Nothing listens here. */
  closed: "127.53.0.9",
  resolver: "127.53.0.53",
} as const;

/** What the product must be allowed to ask, since none of it is public. */
export const EGRESS_ALLOW = "127.53.0.0/24,fd53::/64";

const [LEAF1, LEAF2] = ADDRESSES.leaf;
const SOA = "ns1.example.com. hostmaster.example.com. 2026112001 7200 3600 1209600 300";

/** Zones by the server that holds them, as RFC 1035 master files. */
export const ZONES = {
  root: {
    ".": `
. 86400 IN SOA a.root-servers.net. hostmaster.root-servers.net. 1 7200 3600 1209600 300
. 518400 IN NS a.root-servers.net.
a.root-servers.net. 518400 IN A ${ADDRESSES.root}
${["com", "net"].map((tld) => `${tld}. 172800 IN NS a.gtld-servers.net.`).join("\n")}
a.gtld-servers.net. 172800 IN A ${ADDRESSES.tld}
`,
  },
  tld: {
    "com.": `
com. 86400 IN SOA a.gtld-servers.net. hostmaster.gtld-servers.net. 1 7200 3600 1209600 300
com. 172800 IN NS a.gtld-servers.net.
${delegation("example.com", ["ns1.example.com", "ns2.example.com"])}
ns1.example.com. 3600 IN A ${LEAF1}
ns2.example.com. 3600 IN A ${LEAF2}
example.com. 3600 IN DS 60485 13 2 D4B7D520E7BB5F0F67674A0CCEB1E3E0614B93C4F9E99B8383F6A1E4469DA50A
${delegation("xn--mnchen-3ya.com", ["ns1.example.com"])}
${delegation("v6only.com", ["ns.v6only.com"])}
ns.v6only.com. 3600 IN AAAA ${ADDRESSES.leaf6}
${delegation("half.com", ["ns1.half.com", "ns2.half.com"])}
ns1.half.com. 3600 IN A ${ADDRESSES.silent}
ns2.half.com. 3600 IN A ${LEAF1}
${lonely("silent.com", ADDRESSES.silent)}
${lonely("closed.com", ADDRESSES.closed)}
${lonely("lame.com", LEAF1)}
${delegation("halflame.com", ["ns1.halflame.com", "ns2.halflame.com"])}
ns1.halflame.com. 3600 IN A ${ADDRESSES.root}
ns2.halflame.com. 3600 IN A ${LEAF1}
${delegation("private.com", ["ns1.example.com"])}
`,
    "net.": `
net. 86400 IN SOA a.gtld-servers.net. hostmaster.gtld-servers.net. 1 7200 3600 1209600 300
net. 172800 IN NS a.gtld-servers.net.
a.gtld-servers.net. 172800 IN A ${ADDRESSES.tld}
`,
    // On another server than the zone whose aliases lead here.
    "child.example.com.": apex("child.example.com", "a.gtld-servers.net", "host 300 IN A 93.184.215.26"),
    "other.net.": apex("other.net", "a.gtld-servers.net", "target 300 IN A 93.184.215.23"),
  },
  leaf: {
    "example.com.": `
example.com. 3600 IN SOA ${SOA}
example.com. 3600 IN NS ns1.example.com.
example.com. 3600 IN NS ns2.example.com.
ns1 3600 IN A ${LEAF1}
ns2 3600 IN A ${LEAF2}
@ 300 IN A 93.184.215.14
@ 300 IN A 93.184.215.15
@ 300 IN AAAA 2606:2800:21f:cb07:6820:80da:af6b:8b2c
@ 600 IN MX 10 mail.example.com.
@ 600 IN MX 20 mail2.example.com.
@ 600 IN TXT "v=spf1 -all"
@ 600 IN TXT "two " "strings \\"quoted\\" back\\\\slash"
@ 600 IN TXT "\\255\\254bytes"
@ 600 IN CAA 0 issue "letsencrypt.org"
@ 3600 IN DNSKEY 257 3 13 mdsswUyr3DPW132mOi8V9xESWE8jTo0dxCjjnopKl+GqJxpVXckHAeF+KkxLbxILfDLUT0rAK9iUzy1L53eKGQ==
mail 300 IN A 93.184.215.16
www 300 IN CNAME example.com.
out 300 IN CNAME target.other.net.
dangling 300 IN CNAME missing.other.net.
inside-dangling 300 IN CNAME nothing.example.com.
to-lame 300 IN CNAME www.lame.com.
to-child 300 IN CNAME host.child.example.com.
child 3600 IN NS a.gtld-servers.net.
loop-a 300 IN CNAME loop-b.example.com.
loop-b 300 IN CNAME loop-a.example.com.
_sip._tcp 300 IN SRV 10 60 5060 sip.example.com.
_443._tcp 300 IN TLSA 3 1 1 8D02536C887482BC34FF54E41D2BA659BF85B341A0A20AFADB5813DCFBCF286D
naptr 300 IN NAPTR 100 10 "u" "E2U+sip" "!^.*$!sip:info@example.com!" .
ptr 300 IN PTR host.example.com.
odd 300 IN TXT ""
odd 300 IN TXT "" "a" ""
odd 300 IN TXT "semi;colon" "back\\\\slash" "tab\\009" "\\000nul" "quote\\"d"
odd 300 IN TXT "\\195\\188mlaut"
odd 300 IN CAA 128 issuewild ";"
odd 300 IN CAA 0 iodef "mailto:a@b.c"
odd 300 IN CAA 0 issue "ca.example; account=\\"x\\""
odd 300 IN MX 0 .
odd 300 IN SRV 0 0 0 .
odd 300 IN NAPTR 1 2 "" "" "" next.example.com.
odd 300 IN NAPTR 1 2 "s" "SIP+D2U" "!\\\\.*!x!i" _sip._udp.example.com.
odd 300 IN TLSA 3 1 1 AB
odd 300 IN A 0.0.0.0
odd 300 IN AAAA ::1
odd 300 IN AAAA 2001:db8:0:0:1:0:0:1
odd 300 IN AAAA ::ffff:1.2.3.4
odd 300 IN AAAA 64:ff9b::1.2.3.4
odd 300 IN DNSKEY 256 3 8 AwEAAaz/tAm8yTn4Mfeh5eyI96WSVexTBAvkMgJzkKTOiW1vkIbzxeF3+/4RgWOq7HrxRixHlFlExOLAJr5emLvN7SWXgnLh4+B5xQlNVz8Og8kvArMtNROxVQuCaSnIDdD5LKyWbRd2n9WGe2R8PzgCmr3EgVLrjyBxWezF0jLHwVN8efS3rCj/EWgvIWgb9tarpVUDK/b58Da+sqqls3eNbuv7pr+eoZG+SrDK6nWeL3c6H5Apxz7LjVc1uTIdsIXxuOLYA4/ilBmSVIzuDWfdRUfhHdY6+cn8HFRm+2hM8AnXGXws9555KrUB5qihylGa8subX2Nn6UwNR1AkUTV74bU=
child2 300 IN NS ns.child2
child2 300 IN DS 60485 5 1 2BB183AF5F22588179A53B0A98631FAD1A292118
ns.child2 300 IN A 127.53.0.9
UPPER 300 IN CNAME MixedCase.Example.COM.
mixedcase 300 IN A 192.0.2.1
under_score 300 IN A 93.184.215.17
a.ent 300 IN A 93.184.215.18
*.wild 300 IN A 93.184.215.19
${Array.from({ length: 40 }, (_, i) => `big 300 IN TXT "${String(i).padStart(2, "0")} ${"x".repeat(97)}"`).join("\n")}
`,
    "xn--mnchen-3ya.com.": apex("xn--mnchen-3ya.com", "ns1.example.com", "@ 300 IN A 93.184.215.20"),
    "v6only.com.": apex(
      "v6only.com",
      "ns.v6only.com",
      `ns 300 IN AAAA ${ADDRESSES.leaf6}\n@ 300 IN A 93.184.215.21`,
    ),
    "half.com.": apex(
      "half.com",
      "ns1.half.com",
      `@ 3600 IN NS ns2.half.com.\nns1 300 IN A ${ADDRESSES.silent}\nns2 300 IN A ${LEAF1}\n@ 300 IN A 93.184.215.22`,
    ),
    "halflame.com.": apex(
      "halflame.com",
      "ns1.halflame.com",
      `@ 3600 IN NS ns2.halflame.com.\nns1 300 IN A ${ADDRESSES.root}\nns2 300 IN A ${LEAF1}\n@ 300 IN A 93.184.215.24`,
    ),
    // The world sees ns1.example.com at the parent; the zone itself names a server nobody can reach.
    "private.com.": apex("private.com", "ns.private.com", "ns 300 IN A 10.0.0.1\n@ 300 IN A 93.184.215.25"),
  },
} as const;

function delegation(zone: string, servers: readonly string[]): string {
  return servers.map((server) => `${zone}. 172800 IN NS ${server}.`).join("\n");
}

/** A zone with one server of its own. */
function lonely(zone: string, address: string): string {
  return `${delegation(zone, [`ns.${zone}`])}\nns.${zone}. 3600 IN A ${address}`;
}

function apex(zone: string, server: string, rest: string): string {
  return `${zone}. 3600 IN SOA ${server}. hostmaster.${zone}. 1 7200 3600 1209600 300\n@ 3600 IN NS ${server}.\n${rest}\n`;
}
