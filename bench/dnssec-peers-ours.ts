import type { DomainData } from "@dnstools/core/domain/data";
import type { Finding } from "@dnstools/core/tool/finding";
import { SITUATIONS_PARENT } from "@dnstools/lab/plan/situation-row";
import type { Verdict } from "@dnstools/lab/plan/situation-shapes";
import { startProduct } from "@dnstools/lab/support/product";
import { atOnce } from "@dnstools/lab/support/run";
import { keyOf, type Row, type Said } from "./dnssec-peers-rows.ts";

/**
 * Asks the product's `dns` tool about each name of the rows.
 * @param done is called with the number of rows completed.
 * @returns the results by `keyOf`.
 */
export async function askOurs(
  rows: readonly Row[],
  done: (count: number) => void,
): Promise<ReadonlyMap<string, Said>> {
  await using product = await startProduct("all", { RATE_LIMIT_UNITS: "0", DNS_DEADLINE_MS: "60000" });
  const said = new Map<string, Said>();
  await atOnce([...Map.groupBy(rows, ({ name }) => name)], async ([name, some]) => {
    const response = await fetch(`${product.url}/api/v1/dns?domain=${encodeURIComponent(name)}`);
    const answer = (await response.json()) as Answer;
    for (const row of some) said.set(keyOf(row), judge(answer, row));
    done(some.length);
  });
  return said;
}

type Answer = {
  readonly code?: string;
  readonly data?: DomainData;
  readonly findings?: readonly Finding[];
};
type Dnssec = NonNullable<DomainData["dnssec"]>;

/** Record types in the situation table that the tool does not query. */
const UNASKED = ["NSEC3PARAM", "CDS", "CDNSKEY", "DNAME", "NSEC"];
/** Findings that only follow from other findings. */
const CONSEQUENCES = /mx_unresolved|cname_target_fails/;

function judge({ code, data, findings = [] }: Answer, { type }: Row): Said {
  if (!data?.dnssec) return { verdict: null, causes: code === undefined ? [] : [code] };
  const told = findings.filter(
    ({ severity, code }) => severity !== "info" && severity !== "notice" && !CONSEQUENCES.test(code),
  );
  const causes = told.map(({ code, subject }) => `${code.replace(/^dns\./, "")} (${shortOf(subject ?? "")})`);
  return { verdict: UNASKED.includes(type) ? null : verdictOf(data.dnssec, type), causes };
}

function shortOf(subject: string): string {
  return subject.replaceAll(`.${SITUATIONS_PARENT}`, "");
}

/** Failure states of proofs that a name does not exist. Such a name has no alias. */
const DENIALS = ["not_denied", "opt_out", "iterations"];

/** Returns the verdict of a `dns` answer on one record type. */
function verdictOf({ status, chain, failures }: Dnssec, type: string): Verdict {
  if (chain.at(-1)?.status !== "secure") return status;
  const own = failures.filter(
    ({ types, state }) =>
      types.includes(type) ||
      (!DENIALS.includes(state) && types.some((one) => one === "CNAME" || one === "DNAME")),
  );
  if (own.some(({ state }) => state === "opt_out" || state === "iterations")) return "insecure";
  if (own.some(({ everywhere }) => everywhere)) return "bogus";
  // No RRset of this type fails in the zone itself, so any other status comes from the target of an alias.
  return type === "CNAME" || failures.some(({ everywhere }) => everywhere) ? "secure" : status;
}
