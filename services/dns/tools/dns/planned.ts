import type { Finding } from "@dnstools/core/tool/finding";
import type { InputOf } from "@dnstools/core/tool/params";
import type { Summary } from "@dnstools/core/tool/summary";
import type { contract } from "./contract.ts";

type Said = { readonly summary: Summary; readonly findings: readonly Finding[] };

/** If the call describes a planned delegation, marks the summary and every finding as being about that delegation. */
export function asPlanned(
  { summary, findings }: Said,
  { ns, ds }: Pick<InputOf<typeof contract.params>, "ns" | "ds">,
): Said {
  const given = [...(ns === null ? [] : ["ns"]), ...(ds === null ? [] : ["ds"])];
  if (given.length === 0) return { summary, findings };
  const plan = `With the given ${given.join(" and ")}, not what is published: `;
  return {
    summary: { ...summary, text: plan + summary.text },
    findings: findings.map((one) => ({ ...one, message: plan + one.message })),
  };
}
