import { expect, test } from "bun:test";
import type { Contract } from "@dnstools/core/tool/contract";
import { findingPath } from "@dnstools/core/tool/finding";
import { contracts } from "../../app.ts";
import { findAssets } from "../assets.ts";
import { mainHtml, page } from "../page.tsx";
import { catalogueOf, nearCodes } from "./catalogue.ts";
import { findingPage } from "./finding.tsx";
import { findingsPage } from "./findings.tsx";

/** Maximum size in bytes of the page of a finding, which should fit on one screen. */
const PAGE_BYTES_MAX = 10_000;

const assets = findAssets();
const catalogue = catalogueOf(contracts);
const codes = [...catalogue.keys()];

test("every code of every tool has a page, and its line in the list", () => {
  expect(codes.toSorted()).toEqual(contracts.flatMap(({ findings }) => Object.keys(findings)).toSorted());
  const list = mainHtml(findingsPage(contracts));
  const linked = [...list.matchAll(/href="(\/docs\/findings\/[^"]+)"/g)].map(([, href]) => href);
  expect(linked.toSorted()).toEqual(codes.map(findingPath).toSorted());
  for (const entry of catalogue.values()) {
    const { body, path } = page(findingPage(entry), assets);
    expect({ path, bytes: Buffer.byteLength(String(body)) <= PAGE_BYTES_MAX }).toEqual({
      path: findingPath(entry.code),
      bytes: true,
    });
    expect(body).not.toContain("{subject}");
    expect(body).toContain(`<a href="/docs/${entry.contract.tool}">`);
    expect(body).not.toMatch(/<style|<script>|style=|onload=|src="https?:|undefined/);
  }
});

test("a page has all that its rule says, as text", () => {
  const [contract] = contracts;
  if (contract === undefined) throw new Error("there are no tools");
  const rule = {
    severity: "error",
    message: "{subject} has <b> and `code`.",
    reference: "RFC 9989 C.5.2",
    fix: "Mend {subject}.",
    meaning: "It means & matters.",
    found: "By a question.",
    record: 'example.com. 3600 IN TXT "v=<1>"',
  } as const;
  const own: Contract = {
    ...contract,
    findings: { "dns.one": rule, "dns.bare": { ...rule, reference: null, fix: null } },
  };
  const [one, bare] = [...catalogueOf([own]).values()].map((entry) => mainHtml(findingPage(entry)));
  for (const part of [
    "<var>subject</var> has &lt;b&gt; and <code>code</code>.",
    "It means &amp; matters.",
    "By a question.",
    "Mend <var>subject</var>.",
    "TXT &quot;v=&lt;1&gt;&quot;",
    '<a href="https://www.rfc-editor.org/rfc/rfc9989#appendix-C.5.2">RFC 9989 C.5.2</a>',
    '<span class="tag error">error</span>',
  ])
    expect(one).toContain(part);
  expect(bare).toContain("Nothing needs to be done.");
  expect(bare).not.toContain("Reference");
});

test.each([
  ["mail.spf_mising", ["mail.spf_missing"]],
  ["MAIL.SPF-MISSING", ["mail.spf_missing"]],
  ["spf_missing", ["mail.spf_missing"]],
  ["tls.expired", ["whois.expired", "ssl.expired"]],
  ["x", []],
  ["a".repeat(5000), []],
])("near %p are %p", (wrong, near) => {
  expect(nearCodes(wrong, codes)).toEqual(near);
});
