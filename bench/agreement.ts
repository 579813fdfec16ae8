import { compareTools, isContradiction, LAB_DOMAINS } from "@dnstools/lab/support/contradictions";
import { startProduct } from "@dnstools/lab/support/product";
import { atOnce } from "@dnstools/lab/support/run";

/**
 * Asks `scout`, `mail` and `dns` about every domain of the lab, or about those whose names contain one of the words, and
 * prints where `scout` contradicts the others and what it does not know. Run as `bin/bench agreement [WORD...]`.
 */
const words = process.argv.slice(2);
const domains = LAB_DOMAINS.filter((name) => words.length === 0 || words.some((word) => name.includes(word)));
await using product = await startProduct("all", { RATE_LIMIT_UNITS: "0" });
let [compared, contradicted, unknown] = [0, 0, 0];
await atOnce(
  domains,
  async (domain) => {
    for (const one of await compareTools(product.url, domain)) {
      if (one.other === null) continue;
      compared += 1;
      if (one.scout === null) unknown += 1;
      if (one.scout !== null && !isContradiction(one)) continue;
      if (isContradiction(one)) contradicted += 1;
      console.log(`${domain} ${one.what}: scout ${one.scout ?? "unknown"}, other ${one.other}`);
    }
  },
  4,
);
console.log(
  `${domains.length} domains, ${compared} comparisons: ${contradicted} contradictions, ${unknown} unknown to scout`,
);
if (contradicted > 0) process.exitCode = 1;
