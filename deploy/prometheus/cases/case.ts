import type { Group } from "../rule.ts";

/**
 * Possible intervals between the values of a series, and between evaluations of the rules. Cases of a long duration
 * use a long interval.
 */
export const STEPS = ["1m", "5m", "30m"] as const;
export type Step = (typeof STEPS)[number];

/** A test case of an alert: series, and whether the alert fires. */
export type Case = {
  readonly alert: string;
  /** Labels that select one of several rules with the same name. */
  readonly rule?: Readonly<Record<string, string>>;
  readonly says: string;
  /**
   * Series by name. The values are in promtool's notation, one per minute (or per `step`): `0+2x90` increases by 2
   * ninety times.
   */
  readonly series: Readonly<Record<string, string>>;
  readonly step?: Step;
  readonly at: string;
  /** Labels of each firing alert, without the labels of the rule itself. Empty if no alert must fire. */
  readonly fires: readonly Readonly<Record<string, string>>[];
};

/** Groups of rules with their test cases. promtool evaluates only these groups for the cases. */
export type Cases = {
  readonly groups: readonly Group[];
  readonly cases: readonly Case[];
  /**
   * True if all cases run in one promtool test, each in its own namespace. False if a case needs a metric to be
   * absent.
   */
  readonly together: boolean;
};

export const NS = 'namespace="dnstools"';
export const HERE = { namespace: "dnstools" };

/** Returns the series of a dnstools process that is up for the given number of minutes. */
export function there(target: string, minutes = 120, job = target): Readonly<Record<string, string>> {
  return {
    [`dnstools_build_info{${NS},job="${job}",instance="${target}:9464",target="${target}"}`]: `1x${minutes}`,
  };
}
