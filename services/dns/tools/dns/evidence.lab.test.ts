import { expect, test } from "bun:test";
import type { Evidence } from "@dnstools/core/tool/evidence";
import { SITUATIONS_PARENT } from "@dnstools/lab/plan/situation-row";
import { dig, headerOf } from "@dnstools/lab/support/dig";
import { json } from "@dnstools/lab/support/product";
import { sharedProduct } from "@dnstools/lab/support/shared-product";

/**
 * Formats an exchange with the values that dig shows too. The flag RD is left out, and so is AD for queries with CD,
 * since these flags depend on how the query was sent.
 */
function shown({
  question,
  address,
  rcode,
  flags,
}: Pick<Evidence, "question" | "address" | "rcode" | "flags">) {
  const unsure = question.endsWith("+cd") ? ["qr", "rd", "ad"] : ["qr", "rd"];
  return `@${address} ${question}: ${rcode} ${flags.filter((flag) => !unsure.includes(flag)).toSorted()}`;
}

test.each([
  ["a signed zone", "example.com"],
  ["a name with an expired signature", `a-expired.${SITUATIONS_PARENT}`],
  ["a name in a zone whose DS was forgotten", `www.child.middle.chain-deep-forgotten.${SITUATIONS_PARENT}`],
  ["a zone that wants another DS", `cds-differs.${SITUATIONS_PARENT}`],
  ["an alias of a name without a signature", `alias.www-missing.${SITUATIONS_PARENT}`],
  ["a server without TCP", `no-tcp.${SITUATIONS_PARENT}`],
])("each exchange about %s can be repeated with dig", async (_, domain) => {
  const product = await sharedProduct("all", { RATE_LIMIT_UNITS: "0" });
  const { evidence } = await json(fetch(`${product.url}/api/v1/dns?domain=${domain}`));
  const asked = evidence as readonly Evidence[];
  const lineOf = ({ address, question }: Evidence) => `@${address} ${question}`;
  const isTcp = ({ question }: Evidence) => question.endsWith("+tcp");
  const overUdp = (await dig(asked.filter((one) => !isTcp(one)).map(lineOf))).values();
  const dug = asked.map((one) => {
    const header = isTcp(one) ? headerOf(lineOf(one)) : overUdp.next().value;
    return {
      ...one,
      rcode: header?.status || null,
      flags: (header?.flags ?? []).filter((flag) => flag !== ""),
    };
  });
  expect(dug.map(shown)).toEqual(asked.map(shown));
  // The evidence contains each kind of query to several servers. On a busy machine that is slow to connect, the tool
  // may give up the TCP test.
  const questions = asked.map(({ question }) => question.replace(/^\S+ IN /, ""));
  for (const kind of ["DNSKEY +dnssec", "DNSKEY +dnssec +cd", "DS +dnssec", "CDS +dnssec"])
    expect(questions).toContain(kind);
  expect(new Set(asked.map(({ address }) => address)).size).toBeGreaterThan(3);
});
