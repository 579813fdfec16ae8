import { expect, test } from "bun:test";
import { RESOLVER } from "@dnstools/lab/plan/hosts";
import { startProduct } from "@dnstools/lab/support/product";

/** Names in the lab, with the types to compare for each. */
const QUESTIONS = {
  "odd.records.com": ["A", "AAAA", "MX", "TXT", "CAA", "SRV", "NAPTR", "TLSA", "DNSKEY"],
  "example.com": ["A", "AAAA", "MX", "NS", "SOA", "TXT", "CAA", "DNSKEY", "DS"],
  "child2.records.com": ["DS"],
  "upper.records.com": ["CNAME", "A"],
  "big.example.com": ["TXT"],
  "naptr.example.com": ["NAPTR"],
  "_sip._tcp.example.com": ["SRV"],
  "_443._tcp.example.com": ["TLSA"],
  "ptr.example.com": ["PTR"],
};

/** Returns the data of the records of a type, as dig prints it. */
function dig(name: string, type: string): string[] {
  const { stdout } = Bun.spawnSync(["dig", `@${RESOLVER}`, name, type, "+noall", "+answer"]);
  const lines = stdout
    .toString()
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith(";"));
  // The fields of a line are name, TTL, class and type, then the data.
  const parsed = lines.map((line) => /^\S+\s+\d+\s+IN\s+(\S+)\s+(.*)$/.exec(line));
  return parsed
    .filter((match) => match?.[1] === type)
    .map((match) => match?.[2] ?? "")
    .sort();
}

test("every record is the same as in dig", async () => {
  await using product = await startProduct("all", { RATE_LIMIT_UNITS: "0" });
  for (const [name, types] of Object.entries(QUESTIONS)) {
    for (const type of types) {
      const response = await fetch(`${product.url}/api/v1/dns?domain=${name}&type=${type}`);
      const { data } = (await response.json()) as {
        data: { records: Record<string, { value: string }[] | null> };
      };
      const expected = dig(name, type);
      expect(expected.length).toBeGreaterThan(0);
      expect({ name, type, values: data.records[type]?.map(({ value }) => value).sort() }).toEqual({
        name,
        type,
        values: expected,
      });
    }
  }
});
