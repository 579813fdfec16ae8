import { promql } from "../rule.ts";

/** Only where ours run: others in the same Prometheus have metrics of these names too. */
export const IN_OUR_NAMESPACES = "on (namespace) group by (namespace) (dnstools_build_info)";

/** A metric that any process may have, of our processes alone, each with its target. */
export function ofOurs(metric: string): string {
  return `${metric} * on (namespace, job, instance) group_left (target) dnstools_build_info`;
}

/** A part of all, while there are enough of them in a second to speak of a part. */
export function shareAbove(part: string, all: string, share: number, leastRate: number): string {
  return promql(`
    ${part}
    / (${all} > ${leastRate})
    > ${share}
  `);
}
