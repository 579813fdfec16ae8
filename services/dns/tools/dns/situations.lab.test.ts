import { expect, test } from "bun:test";
import type { DomainData } from "@dnstools/core/domain/data";
import { SITUATIONS } from "@dnstools/lab/plan/situations";
import { startProduct } from "@dnstools/lab/support/product";
import { atOnce } from "@dnstools/lab/support/run";

/** Types in the lab's table of situations that the tool does not query. */
const UNASKED = new Set(["NSEC3PARAM", "CDS", "CDNSKEY", "DNAME", "NSEC", "TLSA"]);

/** Every query in the lab's table of situations whose type the tool supports, with the name written in full. */
const QUESTIONS = SITUATIONS.flatMap(({ name, what, asked }) =>
  asked.flatMap(({ ask, verdict }) => {
    const [owner = "", type = ""] = ask.split(" ");
    return UNASKED.has(type)
      ? []
      : [{ name: owner === "@" ? name : `${owner}.${name}`, type, what, verdict }];
  }),
);

/** Names for which the tool's result may differ from the table, with the reason. */
const OTHERWISE: Readonly<Record<string, string>> = {
  "keytrap.situations.org": "it takes more work than one request may, so the resolver's word stands",
  "zsk-unsupported.situations.org":
    "no signature can be checked here, so the status is our resolver's, and a finding names the algorithm",
  "c0.chain-of-aliases.situations.org": "the aliases verify, and lead too far",
  "to.loop-itself.situations.org": "the aliases verify, and lead in a circle",
  "to.loop-one.situations.org": "the aliases verify, and lead in a circle",
  "to.loop-two.situations.org": "the aliases verify, and lead in a circle",
};

type Dnssec = NonNullable<DomainData["dnssec"]>;

/** Failure states of denials. Such a failure cannot be about an alias, because the name does not exist. */
const DENIALS = ["not_denied", "opt_out", "iterations"];
/** States of failed denials that do not make the answer bogus. */
const INSECURE = ["opt_out", "iterations"];

/** Returns the answer's DNSSEC verdict on one type of the name. */
function verdictOf({ status, chain, failures }: Dnssec, type: string): string {
  if (chain.at(-1)?.status !== "secure") return status;
  const own = failures.filter(
    ({ types, state }) =>
      types.includes(type) ||
      (!DENIALS.includes(state) && types.some((one) => one === "CNAME" || one === "DNAME")),
  );
  if (own.some(({ state }) => INSECURE.includes(state))) return status;
  if (own.some(({ everywhere }) => everywhere)) return "bogus";
  // If nothing in the zone itself fails, the failure is at the target of an alias.
  const others = failures.some(({ everywhere, state }) => everywhere || INSECURE.includes(state));
  return type === "CNAME" || others ? "secure" : status;
}

test("the tool reaches the verdict of each row in the table of situations", async () => {
  await using product = await startProduct("all", { RATE_LIMIT_UNITS: "0" });
  const wrong: string[] = [];
  const names = Map.groupBy(QUESTIONS, ({ name }) => name);
  await atOnce([...names], async ([name, asked]) => {
    const response = await fetch(`${product.url}/api/v1/dns?domain=${encodeURIComponent(name)}`);
    const { code, data } = (await response.json()) as { code?: string; data?: DomainData };
    // Names in OTHERWISE are skipped. For other names, domain_not_found is also accepted unless the denial is bogus,
    // because the zone's own servers deny the name with or without DNSSEC.
    if (OTHERWISE[name] !== undefined) return;
    if (code === "domain_not_found") {
      if (asked.every(({ verdict }) => verdict === "bogus"))
        wrong.push(`${name}: 404, where its denial is bogus`);
      return;
    }
    for (const { type, what, verdict } of asked) {
      const got = data?.dnssec ? verdictOf(data.dnssec, type) : code;
      if (got !== verdict) wrong.push(`${name} ${type}: ${verdict} in the table, ${got} here (${what})`);
    }
  });
  expect(wrong).toEqual([]);
  expect(names.size).toBeGreaterThan(400);
});
