import { expect, test } from "bun:test";
import { readCaa } from "./caa.ts";
import type { DnsRecord } from "./dns/record.ts";

/** Reads CAA records in presentation form, such as `0 issue "ca.example"`. */
function read(...lines: readonly string[]) {
  const records = lines.map((line) => {
    const [, flags = "", tag = "", value = ""] = /^(\d+) (\S+) "(.*)"$/.exec(line) ?? [];
    return { data: { flags: Number(flags), tag, value } } as DnsRecord<"CAA">;
  });
  const { faults, ...policy } = readCaa(records);
  return {
    ...policy,
    faults: faults.map(({ fault, meant }) => (meant === null ? fault : `${fault} ${meant}`)),
  };
}

test.each([
  // RFC 8659 4.2: the value is a domain name and parameters, or neither.
  ['0 issue "ca1.example.net"', []],
  ['0 ISSUE "ca1.example.net; account=230123"', []],
  ['0 issue "ca1.example.net; a=1; b = x"', []],
  ['0 issue ";"', []],
  ['0 issue ""', []],
  ['0 issue ";policy=ev"', []],
  ['0 issue "%%%%%"', ["issuer_invalid"]],
  ['0 issue "https://letsencrypt.org"', ["issuer_invalid"]],
  ['0 issue "letsencrypt.org."', ["issuer_invalid"]],
  ['0 issue "letsencrypt.org, sectigo.com"', ["issuer_invalid"]],
  ['0 issuewild "ca-.example"', ["issuer_invalid"]],
  ['0 issuemail "ca.example, b"', ["issuer_invalid"]],
  [`0 issue "${"a".repeat(2000)}"`, ["issuer_invalid"]],
  // RFC 8659 4.4: the value of iodef is a URL with the scheme mailto, http or https.
  ['0 iodef "mailto:security@example.com"', []],
  ['0 iodef "https://iodef.example.com/"', []],
  // RFC 6068 2: several addresses, and header fields.
  ['0 iodef "mailto:a@example.com,b@example.com"', []],
  ['0 iodef "mailto:a@example.com?subject=CAA"', []],
  ['0 iodef "mailto:a@example.com,"', ["iodef_invalid"]],
  ['0 iodef "security@example.com"', ["iodef_invalid"]],
  ['0 iodef "example.com"', ["iodef_invalid"]],
  ['0 iodef "mailto:"', ["iodef_invalid"]],
  ['0 iodef "ftp://example.com"', ["iodef_invalid"]],
  // RFC 8659 4.5: a critical property with an unknown tag forbids all certificates.
  ['128 tbs "Unknown"', ["critical_unknown"]],
  ['128 isue "ca.example"', ["critical_unknown issue"]],
  ['128 issue "ca.example"', []],
  ['0 tbs "Unknown"', []],
  // RFC 8659 4.1: an authority ignores tags that it does not know.
  ['0 isue "ca.example"', ["tag_misspelt issue"]],
  ['0 issuwild "ca.example"', ["tag_misspelt issuewild"]],
  ['0 idoef "mailto:a@example.com"', ["tag_misspelt iodef"]],
  ['0 contactemial "a@example.com"', ["tag_misspelt contactemail"]],
  ['0 contactemail "a@example.com"', []],
  // RFC 8659 4.1: all bits of the flags except the first are reserved.
  ['1 issue "ca.example"', ["flags_reserved"]],
  ['129 tbs "Unknown"', ["critical_unknown", "flags_reserved"]],
])("%s has the faults %p", (line, faults) => {
  expect(read(line).faults).toEqual(faults as string[]);
});

test("authorities that may issue, for names with and without a wildcard", () => {
  expect(read()).toMatchObject({ forbidsAll: false, issuers: null, wildIssuers: null });
  expect(read('0 issue "A.example; x=1"', '0 issue "b.example"')).toMatchObject({
    issuers: ["a.example", "b.example"],
    wildIssuers: ["a.example", "b.example"],
  });
  expect(read('0 issue "a.example"', '0 issuewild ";"')).toMatchObject({
    issuers: ["a.example"],
    wildIssuers: [],
  });
  // RFC 8659 4.2: a value that breaks the grammar authorizes nobody, but the property still restricts the others.
  expect(read('0 issue "%%%"')).toMatchObject({ issuers: [], wildIssuers: [] });
  // A misspelt tag restricts nothing.
  expect(read('0 isue "a.example"')).toMatchObject({ forbidsAll: false, issuers: null });
  expect(read('0 issue "a.example"', '128 tbs ""')).toMatchObject({ forbidsAll: true });
});
