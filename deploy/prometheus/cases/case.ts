import type { Group } from "../rule.ts";

/** Time between values, and between looks of the rules: the longer what it is about takes. */
export const STEPS = ["1m", "5m", "30m"] as const;
export type Step = (typeof STEPS)[number];

/** What an alert must make of series that somebody else's exporter or we could have. */
export type Case = {
  readonly alert: string;
  /** Which of several rules of this name. */
  readonly rule?: Readonly<Record<string, string>>;
  readonly says: string;
  /** Values as promtool writes them, one for each minute (or `step`): `0+2x90` grows by 2 ninety times. */
  readonly series: Readonly<Record<string, string>>;
  readonly step?: Step;
  readonly at: string;
  /** The labels of each that fires, but for its own; none: it must be silent. */
  readonly fires: readonly Readonly<Record<string, string>>[];
};

/** The cases of rules that stand alone: promtool then works out these alone, at every step of every case. */
export type Cases = {
  readonly groups: readonly Group[];
  readonly cases: readonly Case[];
  /** Whether they may share a Prometheus, each in a namespace of its own: not where something must be absent. */
  readonly together: boolean;
};

export const NS = 'namespace="dnstools"';
export const HERE = { namespace: "dnstools" };

/** A process of ours that is there for so many minutes. */
export function there(target: string, minutes = 120, job = target): Readonly<Record<string, string>> {
  return {
    [`dnstools_build_info{${NS},job="${job}",instance="${target}:9464",target="${target}"}`]: `1x${minutes}`,
  };
}
