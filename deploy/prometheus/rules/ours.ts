import { promql } from "../rule.ts";

/**
 * PromQL that restricts a vector to namespaces with dnstools, because other applications export metrics with the same
 * names.
 */
export const IN_OUR_NAMESPACES = "on (namespace) group by (namespace) (dnstools_build_info)";

/**
 * Returns PromQL that restricts a metric to the processes of dnstools and adds the label `target`; every process
 * exports such a metric.
 */
export function ofOurs(metric: string): string {
  return `${metric} * on (namespace, job, instance) group_left (target) dnstools_build_info`;
}

/**
 * Returns PromQL that is true if the ratio of `part` to `all` exceeds `share`.
 * @param leastRate events per second in `all` below which the result is empty
 */
export function shareAbove(part: string, all: string, share: number, leastRate: number): string {
  return promql(`
    ${part}
    / (${all} > ${leastRate})
    > ${share}
  `);
}
