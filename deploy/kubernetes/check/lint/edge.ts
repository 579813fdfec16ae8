import { drainS as drainTimeS } from "@dnstools/proxy/render/configuration";
import { SETTINGS } from "@dnstools/proxy/settings";
import type { Environment } from "@dnstools/server/config/settings";
import { parseConfig } from "../../../../main/settings.ts";
import { EDGE_MARGIN_MS, longestCallMs, STOP_MARGIN_MS } from "../../../times.ts";
import { environmentOf } from "../environment.ts";
import { type Container, type Manifest, titleOf, type Workload } from "../manifest.ts";
import { brokenOf } from "../rule.ts";
import { placeProblems } from "./places.ts";

/** A setting that names files. They exist only in the pod, so their content is not checked. */
const OF_FILES = "PROXY_CERTIFICATES";
/** Settings that must have the same value in the edge and in the gateway. */
const SHARED = ["RATE_LIMIT_UNITS", "RATE_LIMIT_WINDOW_S", "OPERATOR_CONTACT"];

/** Checks the settings of the edge, and that its three containers (render, nginx, metrics) agree with each other. */
export function lintEdge(
  all: readonly Manifest[],
  { object, pod, containers, inits }: Workload,
): readonly string[] {
  const render = inits.find(({ args }) => args?.slice(0, 2).join(" ") === "proxy render");
  if (render === undefined) return [];
  const title = titleOf(object);
  const nginx = containers.find(({ command }) => command?.[1]?.endsWith("/run.sh"));
  const metrics = containers.find(({ args }) => args?.join(" ") === "proxy metrics");
  if (nginx === undefined || metrics === undefined) return [`${title}: lacks nginx or its metrics`];
  const { values } = environmentOf(all, render);
  const folder = render.args?.[2];
  const wrong = Object.entries(SETTINGS).flatMap(([name, { read, fallback }]) => {
    const result = name === OF_FILES ? { value: null } : read(values[name]?.trim() || fallback);
    return "problem" in result ? [`${title}/render: ${name}=${values[name]}: ${result.problem}`] : [];
  });
  const [host = "", port] = (values["PROXY_UPSTREAMS"] ?? "").split(":");
  const files = (values[OF_FILES] ?? "").split(/[=,]/).filter(Boolean);
  const mounts = (container: Container) => (container.volumeMounts ?? []).map(({ mountPath }) => mountPath);
  const preStopS = nginx.lifecycle?.preStop?.sleep?.seconds ?? 0;
  const readS = Number(values["PROXY_READ_TIMEOUT_S"] || SETTINGS.PROXY_READ_TIMEOUT_S.fallback);
  const drainS = drainTimeS(readS);
  return [
    ...wrong,
    ...portsOf(title, nginx, metrics, values),
    ...placeProblems(all, `${title}/render: PROXY_UPSTREAMS`, host, Number(port), "TCP"),
    ...gatewayOf(all, title, values, readS),
    ...brokenOf(
      title,
      [
        JSON.stringify(render.envFrom) !== JSON.stringify(metrics.envFrom),
        "render and metrics differ in settings",
      ],
      [nginx.command?.join(" ") !== `sh ${folder}/run.sh`, "nginx does not run what is rendered"],
      [![render, nginx].every((one) => mounts(one).includes(folder ?? "")), `${folder} is not shared`],
      [
        !nginx.image?.includes(`:${values["NGINX_VERSION"]}`),
        `NGINX_VERSION ${values["NGINX_VERSION"]} is not that of ${nginx.image}`,
      ],
      [
        ![render, nginx, metrics].every((one) =>
          files.every((file) => mounts(one).some((path) => file === path || file.startsWith(`${path}/`))),
        ),
        `${files.join(", ")}: not mounted everywhere`,
      ],
      [
        [nginx, metrics].some(({ volumeMounts = [] }) =>
          volumeMounts.some(({ subPath }) => subPath !== undefined),
        ),
        "a renewed certificate would not come into pods that run: mount its Secret as a folder",
      ],
      [(values["PROXY_LISTEN_TLS"] ?? "") !== "" && files.length === 0, "takes TLS without a certificate"],
      [
        (values["PROXY_LISTEN_TLS"] ?? "") !== "" && !values["PROXY_SERVER_NAMES"],
        "takes TLS without a name",
      ],
      [
        preStopS + drainS + STOP_MARGIN_MS / 1000 > (pod.terminationGracePeriodSeconds ?? 30),
        "preStop and PROXY_READ_TIMEOUT_S leave no time",
      ],
    ),
  ];
}

/**
 * Checks the ports of the listening addresses: each must be the container port that Services and probes refer to by
 * name.
 */
function portsOf(
  title: string,
  nginx: Container,
  metrics: Container,
  values: Environment,
): readonly string[] {
  const places = [
    [nginx, "http", "PROXY_LISTEN"],
    [nginx, "https", "PROXY_LISTEN_TLS"],
    [nginx, "status", "PROXY_STATUS"],
    [metrics, "metrics", "PROXY_METRICS"],
  ] as const;
  return places.flatMap(([container, name, setting]) => {
    const port = container.ports?.find((own) => own.name === name)?.containerPort;
    const listens = (values[setting] ?? "").split(",").filter(Boolean);
    return listens
      .filter((place) => !`:${place}`.endsWith(`:${port}`))
      .map((place) => `${title}/${container.name}: ${setting}=${place} is not its port ${name}`);
  });
}

/**
 * Checks that the edge reports the gateway's rate limit to callers, and that the edge's timeout exceeds the longest
 * call of the gateway.
 */
function gatewayOf(
  all: readonly Manifest[],
  title: string,
  values: Environment,
  readS: number,
): readonly string[] {
  const gateway = all
    .flatMap((object) =>
      object.kind === "Deployment" ? (object.spec?.template?.spec?.containers ?? []) : [],
    )
    .find(({ args }) => args?.[0] === "--target=gateway" || args?.[0] === "--target=all");
  if (gateway === undefined) return [`${title}: there is no gateway behind it`];
  const own = environmentOf(all, gateway).values;
  const result = parseConfig(own);
  const neededS = result.ok ? (longestCallMs(result.config) + EDGE_MARGIN_MS) / 1000 : 0;
  return [
    ...SHARED.filter((name) => own[name] !== values[name]).map(
      (name) => `${title}: ${name} is not the gateway's`,
    ),
    ...brokenOf(title, [
      readS < neededS,
      `PROXY_READ_TIMEOUT_S is ${readS}, and a call may take ${neededS} s`,
    ]),
  ];
}
