import type { Container } from "../manifest.ts";
import { brokenOf, quantity, twice } from "../rule.ts";

const PORT_NAME = /^(?=.{1,15}$)(?=.*[a-z])[a-z0-9]+(-[a-z0-9]+)*$/;
const HANDLERS = ["exec", "grpc", "httpGet", "tcpSocket"] as const;

/** Checks the ports of a pod for conflicts, because the containers of a pod share one address. */
export function lintPorts(title: string, containers: readonly Container[]): readonly string[] {
  const ports = containers.flatMap(({ ports = [] }) => ports);
  const places = ports.map(({ containerPort, protocol = "TCP" }) => `${containerPort}/${protocol}`);
  return [
    ...twice(ports.map(({ name }) => name)).map((name) => `${title}: two ports are named ${name}`),
    ...twice(places).map((place) => `${title}: port ${place} is there twice`),
    ...ports.flatMap(({ name = "", containerPort, hostPort }) =>
      brokenOf(
        title,
        [!PORT_NAME.test(name), `${name} is no name of a port: at most 15 of a-z, 0-9 and -`],
        [
          !(containerPort >= 1024 && containerPort <= 65_535),
          `port ${containerPort} is none for who is not root`,
        ],
        [hostPort !== undefined, `port ${name} is the node's`],
      ),
    ),
  ];
}

/**
 * Checks the privileges, resources, variables and probes of a container.
 * @param kind `ends` for init containers and jobs, which need no probes
 */
export function lintContainer(title: string, container: Container, kind: "runs" | "ends"): readonly string[] {
  const { securityContext: security = {}, resources = {}, lifecycle = {}, env = [] } = container;
  const { requests = {}, limits = {} } = resources;
  const { exec, httpGet } = lifecycle.preStop ?? {};
  return [
    ...brokenOf(
      title,
      [security.allowPrivilegeEscalation !== false, "may gain privileges"],
      [security.readOnlyRootFilesystem !== true, "may write to its image"],
      [security.capabilities?.drop?.includes("ALL") !== true, "does not drop ALL capabilities"],
      [(security.capabilities?.add ?? []).length > 0 || security.privileged === true, "has privileges"],
      [requests["cpu"] === undefined || requests["memory"] === undefined, "does not request cpu and memory"],
      [limits["memory"] === undefined, "has no memory limit"],
      [limits["cpu"] !== undefined, "has a CPU limit: it would be throttled while processors are idle"],
      [quantity(requests["memory"]) > quantity(limits["memory"]), "requests more memory than its limit"],
      [
        env.some(({ value, valueFrom }) => value !== undefined && valueFrom !== undefined),
        "sets a variable by value and valueFrom",
      ],
      [
        exec !== undefined || httpGet !== undefined,
        "preStop is no sleep: images without a shell have no other",
      ],
    ),
    ...twice(env.map(({ name }) => name)).map((name) => `${title}: ${name} is set twice`),
    ...(kind === "runs" ? probesOf(title, container) : []),
  ];
}

function probesOf(title: string, container: Container): readonly string[] {
  const { startupProbe, livenessProbe, readinessProbe, ports = [] } = container;
  const probes = { startupProbe, livenessProbe, readinessProbe };
  const http = (probe: typeof startupProbe) => JSON.stringify(probe?.httpGet ?? "");
  return [
    ...brokenOf(
      title,
      [startupProbe === undefined || livenessProbe === undefined, "has no startup and liveness probe"],
      [readinessProbe === undefined && container.name !== "metrics", "has no readiness probe"],
      [
        livenessProbe?.httpGet !== undefined && http(livenessProbe) === http(readinessProbe),
        "liveness asks what readiness asks: a pod that is to get no calls would be killed",
      ],
      [(livenessProbe?.successThreshold ?? 1) !== 1, "liveness has a successThreshold other than 1"],
    ),
    ...Object.entries(probes).flatMap(([name, probe]) => {
      if (probe === undefined) return [];
      const handlers = HANDLERS.filter((handler) => probe[handler] !== undefined);
      const port = probe.httpGet?.port ?? probe.tcpSocket?.port;
      return brokenOf(
        title,
        [handlers.length !== 1, `${name} has not one handler`],
        [(probe.timeoutSeconds ?? 1) > (probe.periodSeconds ?? 10), `${name} overlaps with itself`],
        [
          port !== undefined && !ports.some((own) => own.name === port),
          `${name} asks ${port}, which is no port`,
        ],
      );
    }),
  ];
}
