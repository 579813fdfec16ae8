import type { IHTTPRoute } from "@kubernetes-models/gateway-api/gateway.networking.k8s.io/v1/HTTPRoute";
import type { IPrometheusRule } from "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/PrometheusRule";
import type { IServiceMonitor } from "@kubernetes-models/prometheus-operator/monitoring.coreos.com/v1/ServiceMonitor";
import type { IDeployment } from "kubernetes-models/apps/v1/Deployment";
import type { IStatefulSet } from "kubernetes-models/apps/v1/StatefulSet";
import type { IHorizontalPodAutoscaler } from "kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler";
import type { ICronJob } from "kubernetes-models/batch/v1/CronJob";
import type { IIngress } from "kubernetes-models/networking.k8s.io/v1/Ingress";
import type { INetworkPolicy } from "kubernetes-models/networking.k8s.io/v1/NetworkPolicy";
import type { IPodDisruptionBudget } from "kubernetes-models/policy/v1/PodDisruptionBudget";
import type { IRole } from "kubernetes-models/rbac.authorization.k8s.io/v1/Role";
import type { IRoleBinding } from "kubernetes-models/rbac.authorization.k8s.io/v1/RoleBinding";
import type { IConfigMap } from "kubernetes-models/v1/ConfigMap";
import type { IContainer } from "kubernetes-models/v1/Container";
import type { INamespace } from "kubernetes-models/v1/Namespace";
import type { IPersistentVolumeClaim } from "kubernetes-models/v1/PersistentVolumeClaim";
import type { IPodSpec } from "kubernetes-models/v1/PodSpec";
import type { IPodTemplateSpec } from "kubernetes-models/v1/PodTemplateSpec";
import type { IService } from "kubernetes-models/v1/Service";
import type { IServiceAccount } from "kubernetes-models/v1/ServiceAccount";

/**
 * An object that this project deploys. Secrets are not included: operators create them, and objects only refer to
 * them.
 */
export type Manifest =
  | IConfigMap
  | ICronJob
  | IDeployment
  | IHTTPRoute
  | IHorizontalPodAutoscaler
  | IIngress
  | INamespace
  | INetworkPolicy
  | IPersistentVolumeClaim
  | IPodDisruptionBudget
  | IPrometheusRule
  | IRole
  | IRoleBinding
  | IService
  | IServiceAccount
  | IServiceMonitor
  | IStatefulSet;

export type Kind = Manifest["kind"];
export type Labels = Readonly<Record<string, string>>;
export type Container = IContainer;

export function ofKind<K extends Kind>(all: readonly Manifest[], kind: K): Extract<Manifest, { kind: K }>[] {
  return all.filter((object): object is Extract<Manifest, { kind: K }> => object.kind === kind);
}

export function nameOf(object: Manifest): string {
  return object.metadata?.name ?? "";
}

/** Returns the kind and name of an object, such as Deployment/gateway. */
export function titleOf(object: Manifest): string {
  return `${object.kind}/${nameOf(object)}`;
}

/** An object that creates pods, and the template of these pods. */
export type Workload = {
  readonly object: IDeployment | IStatefulSet | ICronJob;
  readonly labels: Labels;
  readonly pod: IPodSpec;
  /**
   * Long-running containers. Containers that end by themselves are in `inits`: init containers and containers of
   * CronJobs.
   */
  readonly containers: readonly Container[];
  readonly inits: readonly Container[];
};

export function workloadsOf(all: readonly Manifest[]): Workload[] {
  const running = [...ofKind(all, "Deployment"), ...ofKind(all, "StatefulSet")].map((object) => {
    const { labels, pod } = podOf(object.spec?.template);
    return { object, labels, pod, containers: pod.containers, inits: pod.initContainers ?? [] };
  });
  const ending = ofKind(all, "CronJob").map((object) => {
    const { labels, pod } = podOf(object.spec?.jobTemplate.spec?.template);
    return { object, labels, pod, containers: [], inits: pod.containers };
  });
  return [...running, ...ending];
}

function podOf(template: IPodTemplateSpec | undefined): { readonly labels: Labels; readonly pod: IPodSpec } {
  return { labels: template?.metadata?.labels ?? {}, pod: template?.spec ?? { containers: [] } };
}

/** A label selector of Kubernetes. An empty selector selects everything. */
export type Selector = {
  readonly matchLabels?: Labels;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: string;
    readonly values?: readonly string[];
  }[];
};

export function selects(selector: Selector, labels: Labels): boolean {
  const { matchLabels = {}, matchExpressions = [] } = selector;
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every(({ key, operator, values = [] }) => {
      const value = labels[key];
      if (operator === "In") return value !== undefined && values.includes(value);
      if (operator === "NotIn") return value === undefined || !values.includes(value);
      return (operator === "Exists") === (value !== undefined);
    })
  );
}
