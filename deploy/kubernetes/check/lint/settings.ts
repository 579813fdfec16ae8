import { SETTINGS as EDGE } from "@dnstools/proxy/settings";
import { type Config, parseConfig, SETTINGS } from "../../../../main/settings.ts";
import { STOP_MARGIN_MS, stopMs } from "../../../times.ts";
import { environmentOf } from "../environment.ts";
import { type Container, type Manifest, nameOf, titleOf, type Workload, workloadsOf } from "../manifest.ts";
import { brokenOf, type Rule } from "../rule.ts";
import { lintEdge } from "./edge.ts";
import { lintPlaces } from "./places.ts";
import { scalerOf } from "./scaling.ts";

/** Environment variables that are not settings of dnstools. */
const OTHERS = ["BUN_CONFIG_MAX_HTTP_REQUESTS", "NGINX_VERSION"];

/** Checks the settings of dnstools containers: each one exists, has a valid value, and agrees with the manifests. */
export const lintSettings: Rule = (all) =>
  workloadsOf(all).flatMap((workload) => {
    const ours = [...workload.inits, ...workload.containers].filter(isOurs);
    return [
      ...ours.flatMap((container) => namesOf(all, workload, container)),
      ...workload.containers.flatMap((container) => {
        const target = targetOf(container);
        return target === null ? [] : processOf(all, workload, container, target);
      }),
      ...lintEdge(all, workload),
    ];
  });

function isOurs({ image = "" }: Container): boolean {
  return /(^|\/)dnstools(:|$)/.test(image);
}

function targetOf({ args = [] }: Container): string | null {
  const [first = ""] = args;
  return first.startsWith("--target=") ? first.slice("--target=".length) : null;
}

function namesOf(all: readonly Manifest[], { object }: Workload, container: Container): readonly string[] {
  const { said, parts, dangling } = environmentOf(all, container);
  const edge = container.args?.[0] === "proxy";
  const known = [...Object.keys(SETTINGS), ...(edge ? Object.keys(EDGE) : []), ...OTHERS, ...parts];
  const title = `${titleOf(object)}/${container.name}`;
  return [
    ...said.filter((name) => !known.includes(name)).map((name) => `${title}: ${name} is no setting of it`),
    ...dangling.map((name) => `${title}: $(${name}) is not set before it is used`),
    ...brokenOf(title, [
      !edge && container.args?.[0] !== "keys" && targetOf(container) === null,
      "starts with none of --target, proxy and keys",
    ]),
  ];
}

/** Checks the process of a target: its settings, ports, probes and timeouts. */
function processOf(
  all: readonly Manifest[],
  workload: Workload,
  container: Container,
  target: string,
): readonly string[] {
  const title = `${titleOf(workload.object)}/${container.name}`;
  const { values } = environmentOf(all, container);
  const result = parseConfig(values);
  if (!result.ok) return result.problems.map((problem) => `${title}: ${problem}`);
  const { config } = result;
  const port = (name: string) => container.ports?.find((own) => own.name === name)?.containerPort;
  const component = workload.labels["app.kubernetes.io/component"];
  const paths = [container.livenessProbe, container.startupProbe, container.readinessProbe].map(
    (probe) => `${probe?.httpGet?.path} ${probe?.httpGet?.port}`,
  );
  const preStopS = container.lifecycle?.preStop?.sleep?.seconds ?? 0;
  const neededS = preStopS + stopMs(config) / 1000;
  return [
    ...brokenOf(
      title,
      [component !== target, `is labelled ${component} and starts ${target}`],
      [port("http") !== config.PORT, `port http is not PORT (${config.PORT})`],
      [port("metrics") !== config.METRICS_PORT, `port metrics is not METRICS_PORT (${config.METRICS_PORT})`],
      [
        paths.join() !== "/livez metrics,/livez metrics,/readyz metrics",
        "probes are not /livez, /livez and /readyz at the port metrics",
      ],
      [
        neededS > (workload.pod.terminationGracePeriodSeconds ?? 30),
        `needs ${neededS} s to end: preStop, DRAIN_DELAY_MS, the longest call and ${STOP_MARGIN_MS / 1000} s`,
      ],
      [
        container.volumeMounts?.some(({ mountPath }) => mountPath === config.DATA_DIR) !== true,
        `DATA_DIR (${config.DATA_DIR}) is no volume, and the image is not written to`,
      ],
    ),
    ...lintPlaces(all, title, target, config),
    ...(target === "network" || target === "all" ? registriesOf(all, workload, config) : []),
    ...(target === "gateway" || target === "all" ? storesOf(all, workload, container, config) : []),
  ];
}

/**
 * Checks that all processes together do not exceed the rate limit of registries, which applies to the public address
 * that all of them share.
 */
function registriesOf(all: readonly Manifest[], workload: Workload, config: Config): readonly string[] {
  const most = mostOf(all, workload);
  return brokenOf(titleOf(workload.object), [
    config.REGISTRY_RATE * most > Number(SETTINGS.REGISTRY_RATE.fallback),
    `REGISTRY_RATE is ${config.REGISTRY_RATE} for each of ${most} pods`,
  ]);
}

/** Returns the maximum number of pods of a workload. */
function mostOf(all: readonly Manifest[], workload: Workload): number {
  const { object } = workload;
  if (object.kind === "CronJob") return 1;
  return scalerOf(all, workload)?.spec?.maxReplicas ?? object.spec?.replicas ?? 1;
}

/** Checks that the stores of keys and rate limits are sufficient for the number of gateways. */
function storesOf(
  all: readonly Manifest[],
  workload: Workload,
  container: Container,
  config: Config,
): readonly string[] {
  const { object, pod } = workload;
  const scaler = scalerOf(all, workload)?.spec;
  const most = mostOf(all, workload);
  const least = scaler?.minReplicas ?? most;
  const alone = most === 1 && object.kind === "Deployment" && object.spec?.strategy?.type === "Recreate";
  const data = container.volumeMounts?.find(({ mountPath }) => mountPath === config.DATA_DIR)?.name;
  const kept = pod.volumes?.find(({ name }) => name === data)?.persistentVolumeClaim !== undefined;
  const { GATEWAY_COUNT: count, REDIS_URL } = config;
  return brokenOf(
    `${titleOf(object)}/${container.name}`,
    [
      config.DATABASE_URL === "" && !alone,
      "keys are in SQLite, and there may be two of it: set DATABASE_URL",
    ],
    [config.DATABASE_URL === "" && !kept, "keys are in SQLite, on no volume that outlives the pod"],
    [REDIS_URL === "" && count < most, `GATEWAY_COUNT is ${count} without Redis, and there may be ${most}`],
    [count < least || count > most, `GATEWAY_COUNT is ${count}, and there are ${least} to ${most}`],
    [
      !(Number(environmentOf(all, container).values["BUN_CONFIG_MAX_HTTP_REQUESTS"]) >= 1000),
      "BUN_CONFIG_MAX_HTTP_REQUESTS is not set: 256 calls under way in all",
    ],
    [nameOf(object) !== "gateway", "is not named gateway, as the edge knows it"],
  );
}
