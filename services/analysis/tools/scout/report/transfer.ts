import { blocks, outside, table } from "@dnstools/core/report/blocks";
import type { Section } from "@dnstools/core/report/report";
import { short } from "../../report-parts.ts";
import type { ScoutData } from "../data.ts";

/** Maximum number of records that are shown; VALUE_MAX is the maximum number of characters of each value. */
const ROWS_MAX = 5;
const VALUE_MAX = 60;

/** Builds the section on the first records that this API received in a zone transfer. */
export function transferSection({ axfr }: ScoutData): Section {
  const isWhole = axfr?.servers.some(({ result }) => result === "allowed") ?? false;
  return {
    heading: "Which records does the zone transfer reveal?",
    status: isWhole ? "fail" : "warning",
    blocks: blocks([
      table(
        ["Name", "Type", "Value"],
        (axfr?.records ?? []).map(({ name, type, value }) => [
          outside(name),
          outside(type),
          short(value, VALUE_MAX),
        ]),
        ROWS_MAX,
      ),
    ]),
  };
}
