/** A backquote, which a String.raw template cannot contain. */
const TICK = "`";

/**
 * One owner name for each record type that NSD accepts and dig prints. Each name is that of its type, and the values
 * are at the limits of the type. NSD writes names in rdata in lower case, except in NSEC, RRSIG and SIG, so the names
 * here are written in the same way.
 */
export const TYPES_RECORDS: string = [
  // RFC 1035: the original types, with some unusual characters in owner names.
  String.raw`a A 0.0.0.0
a A 127.0.0.1
a A 9.10.99.100
a A 255.255.255.255
a\.b.a A 192.0.2.2
sp\032ace.a A 192.0.2.3
\000\127\255.a A 192.0.2.4
\@\$\(\)\;\\\".a A 192.0.2.5
${"o".repeat(63)}.a 0 A 192.0.2.6
cname CNAME a\.b\@c\"d\032e\000f\255\(g\)\;h\\i\$j.types.com.
root.cname CNAME .
long.cname 2147483647 CNAME ${["a", "b", "c"].map((c) => c.repeat(63)).join(".")}.${"d".repeat(61)}.
ptr PTR .
ptr PTR \009tab.types.com.
ptr PTR !#%&'*+,-/:<=>?[]^_${TICK}{|}~.\127\031\200.types.com.
ptr PTR \"quoted\".types.com.
ptr PTR ${"x".repeat(63)}.types.com.
ptr PTR 1.0.0.127.in-addr.arpa.
mx MX 0 .
mx MX 10 *.types.com.
mx MX 65535 sp\032ace.types.com.
hinfo HINFO "" ""
hinfo HINFO "PC-Intel \"x\" \\ ;" "\000\255"
hinfo HINFO "RFC8482" ""
hinfo HINFO "${"h".repeat(255)}" "${"i".repeat(255)}"
txt TXT ""
txt TXT "" "" ""
txt TXT "a" "b c" ";" "\"" "\\" "\000\009\010\013\031\127\255"
txt TXT "\195\188 \226\130\172 !#$%&'()*+,-./:<=>?@[]^_${TICK}{|}~"
txt TXT "a: b # c - 'd'" " " "   " "\\032" "\\\"" "1.2.3.4"
txt TXT "${"y".repeat(255)}" "${"\\".repeat(400)}" "${"\\200".repeat(255)}"
txt TXT ${Array.from({ length: 60 }, (_, i) => `"${i}"`).join(" ")}
minfo MINFO . .
minfo MINFO a\.b.types.com. errors.types.com.
md MD .
md MD a\.b.types.com.
mf MF .
mf MF sp\032ace.types.com.
mb MB .
mb MB \@.types.com.
mg MG .
mg MG \000.types.com.
mr MR \255\254.types.com.
mr MR dot\..types.com.
null NULL \# 0
null NULL \# 4 01020304
null NULL \# 64 01264B7095BADF04294E7398BDE2072C51769BC0E50A2F54799EC3E80D32577CA1C6EB10355A7FA4C9EE13385D82A7CCF1163B6085AACFF4193E6388ADD2F71C
wks WKS 0.0.0.0 0 0
wks WKS 10.0.0.1 6 21 25 80
wks WKS 255.255.255.255 17 53 1023`,
  // RFC 1183, 1348, 1664, 1706, 1876, 2230: hosts, routes and locations.
  String.raw`rp RP . .
rp RP jo\.hn.types.com. txt.types.com.
afsdb AFSDB 0 .
afsdb AFSDB 65535 a\.b.types.com.
x25 X25 "311061700956"
x25 X25 "0000"
isdn ISDN "150862028003217" "004"
isdn ISDN "150862028003217"
isdn ISDN "" ""
isdn ISDN "1" ""
isdn ISDN "a\"b\\" ";"
rt RT 0 .
rt RT 65535 relay.types.com.
nsap NSAP 0x00
nsap NSAP 0x47000580005a0000000001e133ffffff00016100
nsap NSAP 0x000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f2021222324252627
px PX 0 . .
px PX 65535 a\.b.types.com. sp\032ace.types.com.
kx KX 0 .
kx KX 65535 a\.b.types.com.
loc LOC 0 0 0.000 N 0 0 0.000 E 0.00m 1m 10000m 10m
loc LOC 90 0 0.000 N 180 0 0.000 E 42849672.95m 90000000m 90000000m 90000000m
loc LOC 90 0 0.000 S 180 0 0.000 W -100000.00m 0.00m 0.00m 0.00m
loc LOC 59 59 59.999 S 0 0 0.001 E -0.50m 0.01m 0.50m 9m
loc LOC 1 2 3.004 N 5 6 7.890 W -1.05m 0.09m 20m 3000m
loc LOC 0 0 0.001 S 0 59 0.999 W 0.01m 0.20m 90m 100m`,
  // RFC 3596: addresses in abbreviated form. None ends in "::", because the lab uses `dig +yaml`, which adds a 0 there.
  `aaaa AAAA ::1
aaaa AAAA fe80::1
aaaa AAAA 0:1::2
aaaa AAAA ::1:0:0:0:2
aaaa AAAA ::102
aaaa AAAA ::0.1.0.0
aaaa AAAA ::1.2.3.4
aaaa AAAA ::1:2:3
aaaa AAAA ::ffff:0.0.0.0
aaaa AAAA ::ffff:255.255.255.255
aaaa AAAA ::ffff:0:102:304
aaaa AAAA ::fffe:102:304
aaaa AAAA 64:ff9b::102:304
aaaa AAAA 1:0:0:2::3
aaaa AAAA 1::2:0:0:3:4
aaaa AAAA 1:0:2:3:4:5:6:7
aaaa AAAA 0:1:2:3:4:5:6:7
aaaa AAAA 1:2:3:4:5:6:7:0
aaaa AAAA ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff`,
  // RFC 2782, 3403, 3123, 6672, 7553: services, prefixes and redirections.
  String.raw`srv SRV 0 0 0 .
srv SRV 65535 65535 65535 a\.b.types.com.
naptr NAPTR 0 0 "" "" "" .
naptr NAPTR 65535 65535 "SAUP" "E2U+sip" "!^(\\+49.*)$!sip:\\1@a.b;x=\"y\"!i" .
naptr NAPTR 10 0 "\255" ";" "" a\.b.types.com.
naptr NAPTR 10 0 "" "" "!a!\\\\!" .
naptr NAPTR 10 1 "u" "" "/(a|b)*[c-f]/\\1\\/\\\\/" .
apl APL 1:0.0.0.0/0
apl APL 1:10.1.2.3/8 1:1.2.3.4/32
apl APL !1:10.0.0.0/8 1:192.168.32.0/21 2:::1/0 !2:2001:db8::1/32 2:::ffff:1.2.3.4/128 2:ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff/128
dname DNAME a\.b.types.com.
root-dname DNAME .
uri URI 0 0 ""
uri URI 1 1 "a\009\255"
uri URI 65535 65535 "https://a.b/\"\\;\195\188 x"
uri URI 10 1 "https://types.com/${"u".repeat(300)}"
spf SPF "v=spf1 -all"
spf SPF "" "\\" "%{i}"
avc AVC "app-name:WOLFGANG" "" "x\"y"
avc AVC ""`,
  // RFC 8659: certification authorities, with some unknown tags and flags.
  String.raw`caa CAA 0 issue ";"
caa CAA 0 issue ""
caa CAA 0 issuewild "ca.example; a=\"b\"; c=\\"
caa CAA 1 iodef "mailto:\195\188@types.com"
caa CAA 128 tbs "Unknown"
caa CAA 255 a "\000\009\127\255"
caa CAA 0 a1b2c3d4e5f6g7h "x"
caa CAA 0 issue "${"c".repeat(400)}"`,
  // RFC 9460, 9461: service bindings.
  String.raw`svcb SVCB 0 .
svcb SVCB 0 a\.b.types.com.
svcb SVCB 0 . port=1
svcb SVCB 1 . mandatory=alpn,port,key65534 alpn="h2,h3" no-default-alpn port=0 ipv4hint=0.0.0.0,255.255.255.255 ech=AA== ipv6hint=::,::1,::ffff:1.2.3.4,2001:db8::1 key7="/dns-query{?dns}" key65534="a\"b\\c\000\255;"
svcb SVCB 2 . alpn="f\\\\oo\\,bar,h2"
svcb SVCB 3 . alpn="\001\255,a\"b,a\032b"
svcb SVCB 4 . key667
svcb SVCB 5 sp\032ace.types.com. port=65535
svcb SVCB 6 . mandatory=key667 key667="hello"
svcb SVCB 7 . key8="x" key9="\001" key10="a,b"
svcb SVCB 65535 . key65535="${"k".repeat(300)}"
https HTTPS 0 other.types.com.
https HTTPS 1 . alpn="h3,h2" ipv4hint=1.2.3.4 ech=AEn+DQBFKwAgACABWIHUGj4u+PIggYXcR5JF0gYk3dCRioBW8uJq9H4mKAAIAAEAAQABAANAEnB1YmxpYy50bHMtZWNoLmRldgAA
https HTTPS 2 \@.types.com. alpn="h2" no-default-alpn
https HTTPS 65535 .`,
  // RFC 4034, 5155, 2535, 8078: DNSSEC. Unbound drops NSEC records whose next name is outside the zone.
  String.raw`ds DS 0 0 0 00
ds DS 60485 5 1 01264B7095BADF04294E7398BDE2072C51769BC0
ds DS 60485 8 2 01264B7095BADF04294E7398BDE2072C51769BC0E50A2F54799EC3E80D32577C
ds DS 60485 14 4 01264B7095BADF04294E7398BDE2072C51769BC0E50A2F54799EC3E80D32577CA1C6EB10355A7FA4C9EE13385D82A7CC
ds DS 65535 255 255 01264B7095BADF04294E7398BDE2072C51769BC0E50A2F54799EC3E80D32577CA1C6EB10355A7FA4C9EE13385D82A7CCF1163B6085AACFF4193E6388ADD2F71C
cds CDS 0 0 0 00
cds CDS 60485 8 2 01264B7095BADF04294E7398BDE2072C51769BC0E50A2F54799EC3E80D32577C
cds CDS 65535 255 255 01264B7095BADF04294E7398BDE2072C51769BC0E50A2F54799EC3E80D32577CA1C6EB10355A7FA4C9EE13385D82A7CCF1163B6085AACFF4193E6388ADD2F71C
dlv DLV 0 0 0 00
dlv DLV 60485 5 1 01264B7095BADF04294E7398BDE2072C51769BC0
dlv DLV 60485 8 2 01264B7095BADF04294E7398BDE2072C51769BC0E50A2F54799EC3E80D32577C
dnskey DNSKEY 0 3 0 AA==
dnskey DNSKEY 256 3 253 A2FiYwA=
dnskey DNSKEY 257 3 13 mdsswUyr3DPW132mOi8V9xESWE8jTo0dxCjjnopKl+GqJxpVXckHAeF+KkxLbxILfDLUT0rAK9iUzy1L53eKGQ==
dnskey DNSKEY 384 3 8 +yBFao+02f4jSG2St9wBJktwlbrfBClOc5i94gcsUXabwOUKL1R5nsPoDQ==
dnskey DNSKEY 65535 255 255 AwEAAaz/tAm8yTn4Mfeh5eyI96WSVexTBAvkMgJzkKTOiW1vkIbzxeF3+/4RgWOq7HrxRixHlFlExOLAJr5emLvN7SWXgnLh4+B5xQlNVz8Og8kvArMtNROxVQuCaSnIDdD5LKyWbRd2n9WGe2R8PzgCmr3EgVLrjyBxWezF0jLHwVN8efS3rCj/EWgvIWgb9tarpVUDK/b58Da+sqqls3eNbuv7pr+eoZG+SrDK6nWeL3c6H5Apxz7LjVc1uTIdsIXxuOLYA4/ilBmSVIzuDWfdRUfhHdY6+cn8HFRm+2hM8AnXGXws9555KrUB5qihylGa8subX2Nn6UwNR1AkUTV74bU=
cdnskey CDNSKEY 0 3 0 AA==
cdnskey CDNSKEY 257 3 13 mdsswUyr3DPW132mOi8V9xESWE8jTo0dxCjjnopKl+GqJxpVXckHAeF+KkxLbxILfDLUT0rAK9iUzy1L53eKGQ==
key KEY 0 0 255 AA==
key KEY 256 3 8 AwEAAaz/tAm8yTn4Mfeh5eyI96WSVexTBAvkMgJzkKTOiW1vkIbzxeF3+/4RgWOq7HrxRixHlFlExOLAJr5emLvN7SWXgnLh4+B5xQlNVz8Og8kvArMtNROxVQuCaSnIDdD5LKyWbRd2n9WGe2R8PzgCmr3EgVLrjyBxWezF0jLHwVN8efS3rCj/EWgvIWgb9tarpVUDK/b58Da+sqqls3eNbuv7pr+eoZG+SrDK6nWeL3c6H5Apxz7LjVc1uTIdsIXxuOLYA4/ilBmSVIzuDWfdRUfhHdY6+cn8HFRm+2hM8AnXGXws9555KrUB5qihylGa8subX2Nn6UwNR1AkUTV74bU=
key KEY 16384 255 8 AA==
key KEY 32768 255 8 AA==
key KEY 512 3 253 AA==
rrsig RRSIG A 5 3 86400 20030322173103 20030220173103 2642 types.com. oJB1W6WNGv+ldvQ3WDG0MQkg5IEhjRip8WTrPYGv07h108dUKGMeDPKijVCHX3DDKdfb+v6oB9wfuh3DTJXUAfI/M0zmO/zz8bW0Rznl8O3tGNazPwQKkRN20XPXV6nwwfoXmJQbsLNrLfkGJ5D6fwFm8nN+6pBzeDQfsS3Ap3o=
rrsig RRSIG TYPE65280 255 255 2147483647 20380119031408 19700101000000 65535 . AA==
rrsig RRSIG HTTPS 13 4 0 19700101000000 20380119031407 0 Mixed.Case.Types.COM. mdsswUyr3DPW132mOi8V9xESWE8jTo0dxCjjnopKl+GqJxpVXckHAeF+KkxLbxILfDLUT0rAK9iUzy1L53eKGQ==
sig SIG A 8 3 3600 20380119031407 20260101000000 2642 types.com. AwEAAQ==
sig SIG MX 5 3 86400 20030322173103 20030220173103 65535 . oJB1W6WNGv+ldvQ3WDG0MQkg5IEhjRip8WTrPYGv07h108dUKGMeDPKijVCHX3DDKdfb+v6oB9wfuh3DTJXUAfI/M0zmO/zz8bW0Rznl8O3tGNazPwQKkRN20XPXV6nwwfoXmJQbsLNrLfkGJ5D6fwFm8nN+6pBzeDQfsS3Ap3o=
nsec NSEC a\.b.types.com. A NS CNAME SOA MB MX TXT AAAA SRV NSEC
nsec NSEC \000.types.com. A RRSIG NSEC TYPE128 URI CAA AVC TYPE1234 DLV TYPE65280 TYPE65534 TYPE65535
nsec NSEC Mixed.Case.Types.COM. TYPE65535
nsec3param NSEC3PARAM 1 0 0 -
nsec3param NSEC3PARAM 255 255 65535 01264B7095BADF04294E7398BDE2072C51769BC0E50A2F54799EC3E80D32577CA1C6EB10355A7FA4C9EE13385D82A7CCF1163B6085AACFF4193E6388ADD2F71C
nxt NXT . A NXT
nxt NXT a\.b.types.com. A NS SOA TXT SIG KEY AAAA LOC NXT
zonemd ZONEMD 2018031500 1 1 01264B7095BADF04294E7398BDE2072C51769BC0E50A2F54799EC3E80D32577CA1C6EB10355A7FA4C9EE13385D82A7CC
zonemd ZONEMD 0 0 0 000000000000000000000000
zonemd ZONEMD 4294967295 255 255 01264B7095BADF04294E7398BDE2072C51769BC0E50A2F54799EC3E80D32577CA1C6EB10355A7FA4C9EE13385D82A7CCF1163B6085AACFF4193E6388ADD2F71C
csync CSYNC 0 0 TYPE65534
csync CSYNC 66 3 A NS AAAA
csync CSYNC 4294967295 65535
csync CSYNC 4294967295 65535 A NS AAAA SVCB URI TYPE65534`,
  // RFC 4255, 6698, 8162, 7929, 4398, 4025, 4701: keys and certificates of other protocols.
  String.raw`sshfp SSHFP 0 0 00
sshfp SSHFP 1 1 01264B7095BADF04294E7398BDE2072C51769BC0
sshfp SSHFP 4 2 01264B7095BADF04294E7398BDE2072C51769BC0E50A2F54799EC3E80D32577C
sshfp SSHFP 255 255 01264B7095BADF04294E7398BDE2072C51769BC0E50A2F54799EC3E80D32577CA1C6EB10355A7FA4C9EE13385D82A7CCF1163B6085AACFF4193E6388ADD2F71C
tlsa TLSA 0 0 0 00
tlsa TLSA 3 1 1 01264B7095BADF04294E7398BDE2072C51769BC0E50A2F54799EC3E80D32577C
tlsa TLSA 255 255 255 01264B7095BADF04294E7398BDE2072C51769BC0E50A2F54799EC3E80D32577CA1C6EB10355A7FA4C9EE13385D82A7CCF1163B6085AACFF4193E6388ADD2F71C
smimea SMIMEA 0 0 0 00
smimea SMIMEA 3 1 2 01264B7095BADF04294E7398BDE2072C51769BC0E50A2F54799EC3E80D32577CA1C6EB10355A7FA4C9EE13385D82A7CCF1163B6085AACFF4193E6388ADD2F71C
openpgpkey OPENPGPKEY AA==
openpgpkey OPENPGPKEY +yBFao+02f4jSG2St9wBJktwlbrfBClOc5i94gcsUXabwOUKL1R5nsPoDTJX
openpgpkey OPENPGPKEY AwEAAaz/tAm8yTn4Mfeh5eyI96WSVexTBAvkMgJzkKTOiW1vkIbzxeF3+/4RgWOq7HrxRixHlFlExOLAJr5emLvN7SWXgnLh4+B5xQlNVz8Og8kvArMtNROxVQuCaSnIDdD5LKyWbRd2n9WGe2R8PzgCmr3EgVLrjyBxWezF0jLHwVN8efS3rCj/EWgvIWgb9tarpVUDK/b58Da+sqqls3eNbuv7pr+eoZG+SrDK6nWeL3c6H5Apxz7LjVc1uTIdsIXxuOLYA4/ilBmSVIzuDWfdRUfhHdY6+cn8HFRm+2hM8AnXGXws9555KrUB5qihylGa8subX2Nn6UwNR1AkUTV74bU=
cert CERT PKIX 0 0 AA==
cert CERT PGP 65535 RSASHA256 +yBFao+02f4jSG2St9wBJktwlbrfBClOc5i94gcsUXabwOUKL1R5nsPoDTJXfKHG6xA1Wn+kye4TOF2Cp8zxFjtgharP9Bk+Y4it0vccQWaLsNX6H0RpjrPY/SJHbJG22wAlSg==
cert CERT IPGP 1 DH AA==
cert CERT URI 1 PRIVATEDNS AA==
cert CERT OID 1 ECDSAP256SHA256 +yBFao+02f4jSG2St9wBJktwlbrfBClOc5i94gcsUXabwOUKL1R5nsPoDQ==
cert CERT ACPKIX 1 RSAMD5 AA==
cert CERT 65535 0 255 AA==
ipseckey IPSECKEY 10 3 0 . AQNR
ipseckey IPSECKEY 0 0 2 . AQNRU3mG7TVTO2BkR47usntb102uFJtugbo6BSGvgqt4AQ==
ipseckey IPSECKEY 10 1 2 192.0.2.38 AQNRU3mG7TVTO2BkR47usntb102uFJtugbo6BSGvgqt4AQ==
ipseckey IPSECKEY 255 2 2 2001:db8:0:8002::2000:1 AwEAAaz/tAm8yTn4Mfeh5eyI96WSVexTBAvkMgJzkKTOiW1vkIbzxeF3+/4RgWOq7HrxRixHlFlExOLAJr5emLvN7SWXgnLh4+B5xQlNVz8Og8kvArMtNROxVQuCaSnIDdD5LKyWbRd2n9WGe2R8PzgCmr3EgVLrjyBxWezF0jLHwVN8efS3rCj/EWgvIWgb9tarpVUDK/b58Da+sqqls3eNbuv7pr+eoZG+SrDK6nWeL3c6H5Apxz7LjVc1uTIdsIXxuOLYA4/ilBmSVIzuDWfdRUfhHdY6+cn8HFRm+2hM8AnXGXws9555KrUB5qihylGa8subX2Nn6UwNR1AkUTV74bU=
ipseckey IPSECKEY 10 2 2 ::ffff:1.2.3.4 AQNR
ipseckey IPSECKEY 10 3 2 sp\032ace.\@.types.com. AQNRU3mG7TVTO2BkR47usntb102uFJtugbo6BSGvgqt4AQ==
dhcid DHCID AAIBY2/AuCccgoJbsaxcQc9TUapptP69lOjxfNuVAA2kjEA=
dhcid DHCID +yBFao+02f4jSG2St9wBJktwlbrfBClOc5i94gcsUXabwOUKL1R5nsPoDTJXfKHG6xA1Wn+kye4TOF2Cp8zxFjtgharP9Bk+Y4it0vccQWaLsNX6H0RpjrPY/SJHbJG22wAlSg==`,
  // RFC 6742, 7043: locators and hardware addresses.
  String.raw`nid NID 0 0:0:0:0
nid NID 10 14:4fff:ff20:ee64
nid NID 65535 ffff:ffff:ffff:ffff
l32 L32 0 0.0.0.0
l32 L32 65535 255.255.255.255
l64 L64 0 0:0:0:0
l64 L64 65535 2001:db8:1140:1000
lp LP 0 .
lp LP 65535 a\.b.types.com.
eui48 EUI48 00-00-00-00-00-00
eui48 EUI48 00-00-5e-00-53-2a
eui48 EUI48 ff-ff-ff-ff-ff-ff
eui64 EUI64 00-00-00-00-00-00-00-00
eui64 EUI64 00-00-5e-ef-10-00-00-2a
eui64 EUI64 ff-ff-ff-ff-ff-ff-ff-ff`,
  // RFC 3597: types without a name.
  String.raw`type1234 TYPE1234 \# 3 616263
type65280 TYPE65280 \# 0
type65280 TYPE65280 \# 4 01020304
type65280 TYPE65280 \# 28 ${"AB".repeat(28)}
type65280 TYPE65280 \# 29 ${"CD".repeat(29)}
type65280 TYPE65280 \# 300 ${"0123456789ABCDEF".repeat(37)}01234567
type65281 TYPE65281 \# 0
type65533 TYPE65533 \# 4 01020304
type65534 TYPE65534 \# 2 FFFF
type65535 TYPE65535 \# 4 FFFFFFFF`,
].join("\n");
