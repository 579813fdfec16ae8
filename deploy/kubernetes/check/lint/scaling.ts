import { type Manifest, nameOf, ofKind, selects, titleOf, type Workload, workloadsOf } from "../manifest.ts";
import { brokenOf, type Rule } from "../rule.ts";

/** Checks the numbers of pods, the autoscalers and the disruption budgets. */
export const lintScaling: Rule = (all) => [
  ...workloadsOf(all).flatMap((workload) => countOf(all, workload)),
  ...scalersOf(all),
  ...budgetsOf(all),
];

/** Returns the HorizontalPodAutoscaler of a workload, if it has one. */
export function scalerOf(all: readonly Manifest[], { object }: Workload) {
  return ofKind(all, "HorizontalPodAutoscaler").find(
    ({ spec }) => spec?.scaleTargetRef.kind === object.kind && spec.scaleTargetRef.name === nameOf(object),
  );
}

function countOf(all: readonly Manifest[], workload: Workload): readonly string[] {
  const { object, labels } = workload;
  if (object.kind === "CronJob") return [];
  const scaler = scalerOf(all, workload);
  const budget = ofKind(all, "PodDisruptionBudget").find(({ spec }) => selects(spec?.selector ?? {}, labels));
  const count = object.spec?.replicas;
  const several = scaler !== undefined || (count ?? 1) > 1;
  return brokenOf(
    titleOf(object),
    [
      scaler !== undefined && count !== undefined,
      "sets replicas, which its HPA owns: each apply would undo it",
    ],
    [scaler === undefined && count === undefined, "has neither replicas nor an HPA"],
    [several && budget === undefined, "has no PodDisruptionBudget"],
  );
}

function scalersOf(all: readonly Manifest[]): readonly string[] {
  return ofKind(all, "HorizontalPodAutoscaler").flatMap((scaler) => {
    const {
      scaleTargetRef: to,
      minReplicas: least = 1,
      maxReplicas: most = 0,
      metrics = [],
    } = scaler.spec ?? {};
    const target = workloadsOf(all).find(
      ({ object }) => object.kind === to?.kind && nameOf(object) === to.name,
    );
    const unknown = metrics
      .map(({ containerResource: wanted }) => wanted?.container ?? "a pod")
      .filter((container) => target?.containers.every(({ name }) => name !== container));
    return brokenOf(
      titleOf(scaler),
      [target === undefined, "its target is not there"],
      [least > most, "has more pods at least than at most"],
      [least < 2, "may leave one pod alone"],
      [
        metrics.length === 0 || unknown.length > 0,
        `scales by ${unknown.join(", ")}, which its pods do not have`,
      ],
    );
  });
}

function budgetsOf(all: readonly Manifest[]): readonly string[] {
  return ofKind(all, "PodDisruptionBudget").flatMap((budget) => {
    const {
      selector,
      maxUnavailable,
      minAvailable,
      unhealthyPodEvictionPolicy: unhealthy,
    } = budget.spec ?? {};
    const own = workloadsOf(all).filter(({ labels }) => selector !== undefined && selects(selector, labels));
    return brokenOf(
      titleOf(budget),
      [own.length !== 1, "does not select the pods of one workload"],
      [
        minAvailable !== undefined || maxUnavailable === undefined || /^0%?$/.test(String(maxUnavailable)),
        "may block every eviction, so that no node can be drained",
      ],
      [unhealthy !== "AlwaysAllow", "keeps unhealthy pods from being evicted"],
    );
  });
}
