import { SITUATIONS_PARENT } from "@dnstools/lab/plan/situation-row";
import { json } from "@dnstools/lab/support/product";
import { atOnce } from "@dnstools/lab/support/run";
import { sharedProduct } from "@dnstools/lab/support/shared-product";

/** A name, relative to the parent of all situations unless it is below museum, and the type if our resolver is to be queried. */
export type Row = {
  readonly name: string;
  readonly type?: string;
  /** What is true of the name, with its source. */
  readonly truth: string;
  readonly status: "pass" | "warning" | "fail";
  /** Severity, code and subject of all findings, except those that FOREIGN lists. */
  readonly findings: readonly string[];
};

/** Returns the whole name of a row. */
export const at = (label: string) => (label.endsWith(".museum") ? label : `${label}.${SITUATIONS_PARENT}`);

/** Codes that say nothing about the rows: they follow from the few servers of the row. */
const FOREIGN = ["dns.one_server", "dns.mx_unresolved", "dns.mx_without_address"];

/** Returns the rows whose findings or status in the report of the lab's product are not those expected. */
export async function wrongRows(rows: readonly Row[]): Promise<readonly unknown[]> {
  const product = await sharedProduct("all", { RATE_LIMIT_UNITS: "0" });
  const wrong: unknown[] = [];
  await atOnce(rows, async ({ name, type, truth, status, findings }) => {
    const query = `domain=${at(name)}${type === undefined ? "" : `&type=${type}`}`;
    const answer = await json(fetch(`${product.url}/api/v1/dns?${query}`));
    const got = (answer.findings as { severity: string; code: string; subject: string }[])
      .filter(({ code }) => !FOREIGN.includes(code))
      .map(({ severity, code, subject }) => `${severity} ${code} ${subject}`);
    if (answer.summary?.status !== status || got.join("\n") !== findings.join("\n"))
      wrong.push({
        query,
        truth,
        expected: { status, findings },
        got: { status: answer.summary?.status, got },
      });
  });
  return wrong;
}
