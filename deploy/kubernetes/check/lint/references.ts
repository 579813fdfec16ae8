import { type Manifest, nameOf, ofKind, selects, titleOf, type Workload, workloadsOf } from "../manifest.ts";
import { brokenOf, type Rule } from "../rule.ts";

/** Checks that all objects that other objects refer to exist. */
export const lintReferences: Rule = (all) => [
  ...servicesOf(all),
  ...workloadsOf(all).flatMap((workload) => namesOf(all, workload)),
  ...backendsOf(all),
  ...monitorsOf(all),
  ...ofKind(all, "RoleBinding").flatMap((binding) =>
    brokenOf(titleOf(binding), [
      !ofKind(all, "Role").some((role) => nameOf(role) === binding.roleRef.name),
      `there is no Role ${binding.roleRef.name}`,
    ]),
  ),
];

function servicesOf(all: readonly Manifest[]): readonly string[] {
  return ofKind(all, "Service").flatMap((service) => {
    const { selector = {}, ports = [], type, clusterIP } = service.spec ?? {};
    const pods = workloadsOf(all).filter(({ labels }) => selects({ matchLabels: selector }, labels));
    const offered = pods.flatMap(({ containers }) => containers.flatMap(({ ports: own = [] }) => own));
    const outside = type === "LoadBalancer" || type === "NodePort";
    return [
      ...brokenOf(
        titleOf(service),
        [Object.keys(selector).length === 0 || pods.length !== 1, "does not select the pods of one workload"],
        [outside && service.spec?.externalTrafficPolicy !== "Local", "hides who the client is"],
        [clusterIP !== undefined && clusterIP !== "None", "has an address of one cluster"],
      ),
      ...ports.flatMap(({ name = "", targetPort, protocol = "TCP" }) =>
        brokenOf(
          titleOf(service),
          [
            !offered.some((port) => port.name === targetPort && (port.protocol ?? "TCP") === protocol),
            `targetPort ${targetPort} is no ${protocol} port of its pods`,
          ],
          [outside && /metrics|status/.test(name), `port ${name} would be public`],
        ),
      ),
    ];
  });
}

/**
 * Checks that the ConfigMaps and volumes that pods refer to exist. Secrets are not checked: operators create them, as
 * comments in the components explain.
 */
function namesOf(all: readonly Manifest[], { object, pod, containers, inits }: Workload): readonly string[] {
  const maps = ofKind(all, "ConfigMap");
  const claims = ofKind(all, "PersistentVolumeClaim").map(nameOf);
  const volumes = pod.volumes ?? [];
  const named = [
    ...volumes.flatMap(({ configMap }) => (configMap?.name === undefined ? [] : [configMap.name])),
    ...[...containers, ...inits].flatMap(({ envFrom = [] }) =>
      envFrom.flatMap(({ configMapRef }) => (configMapRef?.name === undefined ? [] : [configMapRef.name])),
    ),
  ];
  const keys = [...containers, ...inits].flatMap(({ env = [] }) =>
    env.flatMap(({ valueFrom }) =>
      valueFrom?.configMapKeyRef === undefined ? [] : [valueFrom.configMapKeyRef],
    ),
  );
  return [
    ...named
      .filter((name) => !maps.some((map) => nameOf(map) === name))
      .map((name) => `${titleOf(object)}: there is no ConfigMap ${name}`),
    ...keys
      .filter(({ name, key }) => !maps.some((map) => nameOf(map) === name && map.data?.[key] !== undefined))
      .map(({ name, key }) => `${titleOf(object)}: there is no ${key} in a ConfigMap ${name}`),
    ...volumes.flatMap(({ persistentVolumeClaim: claim }) =>
      brokenOf(titleOf(object), [
        claim !== undefined && !claims.includes(claim.claimName),
        `there is no PersistentVolumeClaim ${claim?.claimName}`,
      ]),
    ),
  ];
}

function backendsOf(all: readonly Manifest[]): readonly string[] {
  const has = (name: string | undefined, port: string | number | undefined) =>
    ofKind(all, "Service").some(
      (service) =>
        nameOf(service) === name &&
        service.spec?.ports?.some((own) => own.name === port || own.port === port),
    );
  const ingresses = ofKind(all, "Ingress").flatMap((ingress) =>
    (ingress.spec?.rules ?? []).flatMap(({ http }) =>
      (http?.paths ?? []).map(({ backend: { service } }) => ({
        title: titleOf(ingress),
        name: service?.name,
        port: service?.port?.name ?? service?.port?.number,
      })),
    ),
  );
  const routes = ofKind(all, "HTTPRoute").flatMap((route) =>
    (route.spec?.rules ?? []).flatMap(({ backendRefs = [] }) =>
      backendRefs.map(({ name, port }) => ({ title: titleOf(route), name, port })),
    ),
  );
  return [...ingresses, ...routes].flatMap(({ title, name, port }) =>
    brokenOf(title, [!has(name, port), `there is no Service ${name} with a port ${port}`]),
  );
}

function monitorsOf(all: readonly Manifest[]): readonly string[] {
  return ofKind(all, "ServiceMonitor").flatMap((monitor) =>
    (monitor.spec?.endpoints ?? []).flatMap(({ port, honorLabels, relabelings = [] }) => {
      const found = ofKind(all, "Service").filter(
        (service) =>
          selects(monitor.spec?.selector ?? {}, service.metadata?.labels ?? {}) &&
          service.spec?.ports?.some(({ name }) => name === port),
      );
      const label = monitor.spec?.jobLabel ?? "";
      return brokenOf(
        titleOf(monitor),
        [found.length === 0, `selects no Service with a port ${port}`],
        [
          found.some((service) => service.metadata?.labels?.[label] !== service.spec?.selector?.[label]),
          `jobLabel ${label} is no label of its Services`,
        ],
        [monitor.spec?.sampleLimit === undefined, "has no sampleLimit"],
        [
          honorLabels !== true &&
            !relabelings.some(({ action, regex }) => action === "labeldrop" && regex === "service"),
          "puts the Service's name in place of our label service",
        ],
      );
    }),
  );
}
