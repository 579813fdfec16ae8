import { expect, test } from "bun:test";
import type { FindingRule } from "@dnstools/core/tool/finding";
import { contracts } from "../../app.ts";

test.each(contracts.map(({ tool, findings }) => ({ tool, findings })))(
  "every finding of $tool says what it means and how it is found",
  ({ findings }) => {
    const lacking = (text: "meaning" | "found") =>
      Object.entries<FindingRule>(findings).flatMap(([code, rule]) =>
        (rule[text] ?? "") === "" ? [code] : [],
      );
    expect({ meaning: lacking("meaning"), found: lacking("found") }).toEqual({ meaning: [], found: [] });
  },
);
