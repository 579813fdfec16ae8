import { nameOf, ofKind, selects, titleOf, type Workload, workloadsOf } from "../manifest.ts";
import { brokenOf, type Rule, twice } from "../rule.ts";
import { lintContainer, lintPorts } from "./containers.ts";

/** Minimum number of seconds that a container must have to stop after its preStop hook has ended. */
const REST_S = 5;

/** Checks pods for: the restricted pod security standard, volumes, spreading, rollout and shutdown. */
export const lintPods: Rule = (all) => {
  const accounts = ofKind(all, "ServiceAccount");
  return workloadsOf(all).flatMap((workload) => {
    const { object, pod, labels, containers, inits } = workload;
    const title = titleOf(object);
    const account = accounts.find((one) => nameOf(one) === pod.serviceAccountName);
    const { securityContext: security = {} } = pod;
    const spread = pod.topologySpreadConstraints ?? [];
    return [
      ...brokenOf(
        title,
        [
          object.kind !== "CronJob" &&
            !selects(object.spec?.selector ?? { matchLabels: { none: "" } }, labels),
          "does not select its own pods",
        ],
        [
          labels["app.kubernetes.io/component"] === undefined,
          "pods have no label app.kubernetes.io/component",
        ],
        [labels["app.kubernetes.io/part-of"] !== "dnstools", "pods have no label app.kubernetes.io/part-of"],
        [account?.automountServiceAccountToken !== false, "has no ServiceAccount of its own without a token"],
        [pod.automountServiceAccountToken !== false, "mounts a token of its ServiceAccount"],
        [pod.enableServiceLinks !== false, "has enableServiceLinks: names of Services would become settings"],
        [security.runAsNonRoot !== true || !((security.runAsUser ?? 0) > 0), "may run as root"],
        [security.seccompProfile?.type !== "RuntimeDefault", "has no seccomp profile"],
        [pod.hostNetwork === true || pod.hostPID === true || pod.hostIPC === true, "shares the node"],
        [spread.some(({ labelSelector }) => !selects(labelSelector ?? {}, labels)), "spreads other pods"],
        [
          spread.length > 0 &&
            spread.some(
              ({ labelSelector = {} }) =>
                labelSelector.matchLabels?.["app.kubernetes.io/component"] === undefined,
            ),
          "spreads with pods of other components",
        ],
      ),
      ...rolloutOf(workload),
      ...volumesOf(workload),
      ...twice([...containers, ...inits].map(({ name }) => name)).map(
        (name) => `${title}: two containers ${name}`,
      ),
      ...lintPorts(title, containers),
      ...containers.flatMap((container) => lintContainer(`${title}/${container.name}`, container, "runs")),
      ...inits.flatMap((container) => lintContainer(`${title}/${container.name}`, container, "ends")),
      ...containers.flatMap((container) => {
        const before = container.lifecycle?.preStop?.sleep?.seconds ?? 0;
        const grace = pod.terminationGracePeriodSeconds ?? 30;
        return brokenOf(`${title}/${container.name}`, [
          before + REST_S > grace,
          "preStop leaves no time to end",
        ]);
      }),
    ];
  });
};

/** Checks that a rollout starts a new pod before it stops an old one, except for Deployments with the strategy Recreate. */
function rolloutOf({ object, pod, containers }: Workload): readonly string[] {
  if (object.kind !== "Deployment") return [];
  const { strategy = {} } = object.spec ?? {};
  const { maxUnavailable, maxSurge } = strategy.rollingUpdate ?? {};
  const ndots = pod.dnsConfig?.options?.find(({ name }) => name === "ndots")?.value;
  const alone = strategy.type === "Recreate";
  return brokenOf(
    titleOf(object),
    [!alone && (maxUnavailable !== 0 || maxSurge !== 1), "a rollout is not one pod more before one fewer"],
    [alone && object.spec?.replicas !== 1, "Recreate is for one pod"],
    [
      !alone && containers.some(({ lifecycle }) => lifecycle?.preStop?.sleep === undefined),
      "has no preStop sleep: a pod would end before all have heard of it",
    ],
    [!alone && ndots !== "1", "dnsConfig has no ndots 1: names go through the search list first"],
    [!alone && (pod.topologySpreadConstraints ?? []).length === 0, "its pods are not spread"],
  );
}

function volumesOf({ object, pod, containers, inits }: Workload): readonly string[] {
  const claims = object.kind === "StatefulSet" ? (object.spec?.volumeClaimTemplates ?? []) : [];
  const volumes = pod.volumes ?? [];
  const names = [...volumes.map(({ name }) => name), ...claims.map((claim) => claim.metadata?.name ?? "")];
  const mounted = [...containers, ...inits].flatMap(({ volumeMounts = [] }) => volumeMounts);
  const title = titleOf(object);
  return [
    ...twice(names).map((name) => `${title}: two volumes ${name}`),
    ...mounted
      .filter(({ name }) => !names.includes(name))
      .map(({ name }) => `${title}: mounts ${name}, which is no volume`),
    ...names
      .filter((name) => !mounted.some((mount) => mount.name === name))
      .map((name) => `${title}: volume ${name} is not mounted`),
    ...volumes.flatMap(({ name, emptyDir, hostPath }) =>
      brokenOf(
        title,
        [emptyDir !== undefined && emptyDir.sizeLimit === undefined, `volume ${name} has no sizeLimit`],
        [hostPath !== undefined, `volume ${name} is the node's`],
      ),
    ),
  ];
}
