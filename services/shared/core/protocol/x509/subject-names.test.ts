import { expect, test } from "bun:test";
import { matchHost, parseAltNames } from "./subject-names.ts";

const names = (dns: readonly string[], ips: readonly string[] = []) => ({
  ...{ given: true, dns, ips, emails: [], uris: [], others: 0, malformedIps: 0 },
});

test("hosts match names as in RFC 9525 6.3", () => {
  const rows: readonly (readonly [host: string, dns: readonly string[], match: string | null])[] = [
    ["a.example.com", ["a.example.com"], "a.example.com"],
    ["a.example.com", ["A.Example.COM"], "A.Example.COM"],
    ["a.example.com", ["*.example.com"], "*.example.com"],
    ["a.example.com", ["b.example.com", "a.example.com", "*.example.com"], "a.example.com"],
    ["example.com", ["*.example.com"], null],
    ["a.b.example.com", ["*.example.com"], null],
    ["a.b.example.com", ["a.*.example.com"], null],
    ["ab.example.com", ["a*.example.com"], null],
    ["ab.example.com", ["*b.example.com"], null],
    ["ab.example.com", ["**.example.com"], null],
    ["example.com", ["*.com"], null],
    ["example.com", ["*"], null],
    ["com", ["*"], null],
    ["com", ["com"], "com"],
    ["a.example.com", ["*.*.com"], null],
    ["a.example.com", ["a.example.com."], null],
    ["a.example.com", [" a.example.com"], null],
    ["a.example.com", ["a.example.com\0.evil.com"], null],
    ["xn--bcher-kva.example.com", ["*.example.com"], "*.example.com"],
    ["xn--bcher-kva.example.com", ["xn--*.example.com"], null],
    ["192.0.2.1", ["192.0.2.1"], null],
    ["192.0.2.1", ["*.0.2.1"], null],
  ];
  const got = rows.map(([host, dns]) => [host, dns, matchHost(names(dns), host)?.name ?? null]);
  expect(got).toEqual(rows.map((row) => [...row]));
});

test("addresses only match addresses", () => {
  expect(matchHost(names([], ["192.0.2.1"]), "192.0.2.1")?.name).toBe("192.0.2.1");
  expect(matchHost(names([], ["2001:db8::1"]), "2001:db8::1")?.wildcard).toBe(false);
  expect(matchHost(names([], ["192.0.2.1"]), "192.0.2.2")).toBeNull();
});

test("a name that contains the separator of names is one name", () => {
  const text =
    'DNS:"a.com\\u002c DNS:evil.com", DNS:b.com, IP Address:2A01:0:0:0:0:0:0:1, email:a@b.c, othername:<unsupported>';
  expect(parseAltNames(text)).toEqual({
    given: true,
    dns: ["a.com, DNS:evil.com", "b.com"],
    ips: ["2a01::1"],
    emails: ["a@b.c"],
    uris: [],
    others: 1,
    malformedIps: 0,
  });
  expect(parseAltNames(null).given).toBe(false);
  expect(parseAltNames("")).toEqual({ ...names([]) });
});
