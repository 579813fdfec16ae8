import { expect, test } from "bun:test";
import { build, parseManifests } from "./build.ts";
import { type Edit, edited } from "./edit.ts";
import { lint } from "./lint.ts";
import { type Manifest, nameOf, titleOf } from "./manifest.ts";
import { schemaProblems } from "./schema.ts";

const production = await build("overlays/production");
const single = await build("overlays/single");

const POD = "spec/template/spec";
const APP = `${POD}/containers/0`;
const GATEWAY = "Deployment/gateway";

/** Mistakes in the production overlay, each with the expected problem. */
const MISTAKES: Readonly<Record<string, readonly [expected: RegExp, ...edits: readonly Edit[]]>> = {
  // Mistakes that violate the schema of an object.
  "a field that is misspelt": [/readinesProbe/, [GATEWAY, `${APP}/readinesProbe`, {}]],
  "a field at the wrong level": [
    /readOnlyRootFilesystem/,
    [GATEWAY, `${POD}/securityContext/readOnlyRootFilesystem`, true],
  ],
  "a version that is gone": [
    /policy\/v1beta1/,
    ["PodDisruptionBudget/gateway", "apiVersion", "policy/v1beta1"],
  ],
  "a wrong type": [/number|integer/, ["Deployment/unbound", "spec/replicas", "two"]],
  "an invalid interval": [
    /interval|pattern/,
    ["ServiceMonitor/dnstools", "spec/endpoints/0/interval", "15 sec"],
  ],
  "an invalid quantity": [/quantity|pattern/, [GATEWAY, `${APP}/resources/limits/memory`, "256MB!"]],
  "a kind that is not deployed here": [/Secret is none/, ["ConfigMap/dashboard-edge", "kind", "Secret"]],
  // Mistakes for which an API server would reject an object.
  "labels that the selector does not select": [
    /does not select its own pods/,
    [GATEWAY, "spec/template/metadata/labels/app.kubernetes.io~name", "x"],
    [GATEWAY, "spec/selector/matchLabels", { "app.kubernetes.io/name": "gw" }],
  ],
  "a port's name that is too long": [
    /no name of a port/,
    [GATEWAY, `${APP}/ports/0/name`, "http-public-traffic"],
  ],
  "a mount of a missing volume": [/mounts tmpp/, [GATEWAY, `${APP}/volumeMounts/0/name`, "tmpp"]],
  "minReplicas above maxReplicas": [
    /more pods at least/,
    ["HorizontalPodAutoscaler/gateway", "spec/minReplicas", 20],
  ],
  "an exception outside its block": [
    /fd00::\/8 is no block within/,
    ["NetworkPolicy/world-dns", "spec/egress/0/to/1/ipBlock/except/0", "fd00::/8"],
  ],
  "a port's name twice": [/two ports are named http/, [GATEWAY, `${APP}/ports/1/name`, "http"]],
  "a port's number twice": [/is there twice/, [GATEWAY, `${APP}/ports/1/containerPort`, 8080]],
  "two handlers of a probe": [
    /not one handler/,
    [GATEWAY, `${APP}/livenessProbe/exec`, { command: ["true"] }],
  ],
  "requests above limits": [
    /more memory than its limit/,
    [GATEWAY, `${APP}/resources/requests/memory`, "1Gi"],
  ],
  "liveness that must succeed twice": [
    /successThreshold/,
    [GATEWAY, `${APP}/livenessProbe/successThreshold`, 2],
  ],
  "a rollout that cannot begin": [/one pod more/, [GATEWAY, "spec/strategy/rollingUpdate/maxSurge", 0]],
  "a policy's port that is no port": [
    /lets in port HTTP_PORT/,
    ["NetworkPolicy/services", "spec/ingress/0/ports/0/port", "HTTP_PORT"],
  ],
  "a port out of range": [/70000/, [GATEWAY, `${APP}/ports/0/containerPort`, 70_000]],
  "preStop as long as the grace period": [
    /needs 87\.5 s|no time to end/,
    [GATEWAY, `${APP}/lifecycle/preStop/sleep/seconds`, 60],
  ],
  // Mistakes in the security of pods.
  "privileges that may be gained": [
    /may gain privileges/,
    [GATEWAY, `${APP}/securityContext/allowPrivilegeEscalation`],
  ],
  "capabilities that are kept": [
    /drop ALL/,
    ["Deployment/unbound", `${APP}/securityContext/capabilities/drop`, ["NET_RAW"]],
  ],
  root: [/run as root/, ["Deployment/edge", `${POD}/securityContext/runAsUser`, 0]],
  "a writable image": [
    /write to its image/,
    ["Deployment/redis", `${APP}/securityContext/readOnlyRootFilesystem`, false],
  ],
  "a namespace that admits any pod": [
    /restricted/,
    ["Namespace/dnstools", "metadata/labels/pod-security.kubernetes.io~enforce", "baseline"],
  ],
  "a token of the API server": [/token/, ["Deployment/dns", `${POD}/automountServiceAccountToken`]],
  // Mistakes that make objects inconsistent with each other.
  "a targetPort that no pod has": [/targetPort web/, ["Service/gateway", "spec/ports/0/targetPort", "web"]],
  "a Service that selects nothing": [
    /Service\/gateway: does not select/,
    ["Service/gateway", "spec/selector", { a: "b" }],
  ],
  "a Service of two workloads": [
    /Service\/gateway: does not select/,
    ["Service/gateway", "spec/selector", { "app.kubernetes.io/name": "dnstools" }],
  ],
  "a ConfigMap that is not there": [
    /no ConfigMap nope/,
    [GATEWAY, `${APP}/envFrom/0/configMapRef/name`, "nope"],
  ],
  "a budget that blocks every eviction": [
    /block every eviction/,
    ["PodDisruptionBudget/gateway", "spec/maxUnavailable", 0],
  ],
  "a budget that selects nothing": [
    /PodDisruptionBudget\/gateway: does not select/,
    ["PodDisruptionBudget/gateway", "spec/selector"],
  ],
  "an object in no namespace": [/not in the namespace/, ["Service/dns", "metadata/namespace"]],
  "a scaler without a target": [
    /target is not there/,
    ["HorizontalPodAutoscaler/gateway", "spec/scaleTargetRef/name", "gatewayy"],
  ],
  "a scaler of a container that is not there": [
    /scales by app/,
    ["HorizontalPodAutoscaler/dns", "spec/metrics/0/containerResource/container", "app"],
  ],
  "replicas beside a scaler": [/its HPA owns/, [GATEWAY, "spec/replicas", 3]],
  "a CPU limit": [/CPU limit/, ["Deployment/dns", `${APP}/resources/limits/cpu`, "1"]],
  "no memory limit": [/no memory limit/, ["Deployment/dns", `${APP}/resources/limits`, {}]],
  "liveness with the same probe as readiness": [
    /liveness asks what/,
    ["Deployment/dns", `${APP}/livenessProbe/httpGet/path`, "/readyz"],
  ],
  "another probe than the process has": [
    /probes are not/,
    ["Deployment/dns", `${APP}/readinessProbe/httpGet/path`, "/healthz"],
  ],
  "no probe": [/no readiness probe/, ["Deployment/unbound", `${APP}/readinessProbe`]],
  "an image of another version": [
    /not the same everywhere/,
    ["Deployment/mail", `${APP}/image`, "registry.example.com/dnstools:0.0.9"],
  ],
  "an image without a version": [
    /not pinned/,
    ["Deployment/redis", `${APP}/image`, "docker.io/redis:latest"],
  ],
  "a policy that selects no pods": [
    /egde is no component/,
    ["NetworkPolicy/edge", "spec/podSelector/matchLabels/app.kubernetes.io~component", "egde"],
  ],
  "egress to everything": [/lets out too much/, ["NetworkPolicy/gateway", "spec/egress/0", {}]],
  "metrics on a public address": [
    /would be public/,
    ["Service/edge-public", "spec/ports/1", { name: "metrics", port: 9464, targetPort: "metrics" }],
  ],
  "clients that appear as one node": [
    /hides who/,
    ["Service/edge-public", "spec/externalTrafficPolicy", "Cluster"],
  ],
  "a monitor without targets": [
    /selects no Service/,
    ["ServiceMonitor/dnstools", "spec/endpoints/0/port", "metric"],
  ],
  "a monitor that overwrites our label service": [
    /in place of our label service/,
    ["ServiceMonitor/dnstools", "spec/endpoints/0/relabelings"],
  ],
  "a role that is not there": [/no Role/, ["RoleBinding/prometheus", "roleRef/name", "prom"]],
  "ndots of five": [/ndots/, ["Deployment/mail", `${POD}/dnsConfig`]],
  // Mistakes in settings.
  "a literal password": [
    /REDIS_URL has a secret in it/,
    ["ConfigMap/dnstools", "data/REDIS_URL", "redis://:hunter2@redis:6379"],
  ],
  "a literal blocklist key": [
    /DNSBL_KEYS has a secret/,
    ["ConfigMap/dnstools", "data/DNSBL_KEYS", "spamhaus=abc"],
  ],
  "an unknown setting": [/LOGLEVEL is no setting/, ["ConfigMap/dnstools", "data/LOGLEVEL", "info"]],
  "a setting with an invalid value": [/LOG_LEVEL=loud/, ["ConfigMap/dnstools", "data/LOG_LEVEL", "loud"]],
  "a port that the process does not use": [
    /port http is not PORT/,
    ["ConfigMap/dnstools", "data/PORT", "8090"],
  ],
  "a service that does not exist": [
    /no Service dsn/,
    ["ConfigMap/dnstools", "data/DNS_URL", "http://dsn:8080"],
  ],
  "a name that is valid in one namespace only": [
    /not the short name/,
    ["ConfigMap/dnstools", "data/DNS_URL", "http://dns.dnstools.svc.cluster.local:8080"],
  ],
  "a resolver at a port that it does not have": [
    /no UDP port 5353/,
    ["ConfigMap/dnstools", "data/DNS_RESOLVERS", "unbound:5353"],
  ],
  "the cluster's own resolver": [/DNS_RESOLVERS is empty/, ["ConfigMap/dnstools", "data/DNS_RESOLVERS", ""]],
  "a GATEWAY_COUNT above the maximum number of gateways": [
    /GATEWAY_COUNT is 20/,
    ["ConfigMap/dnstools", "data/GATEWAY_COUNT", "20"],
  ],
  "more network pods than REGISTRY_RATE allows": [
    /REGISTRY_RATE is 30 for each of 3 pods/,
    ["Deployment/network", "spec/replicas", 3],
  ],
  "a drain that is cut off": [/s to end/, ["ConfigMap/dnstools", "data/DRAIN_DELAY_MS", "30000"]],
  "SQLite behind several gateways": [/SQLite, and there may be two/, [GATEWAY, `${APP}/env`, []]],
  "a reference to a variable that is not set": [
    /\$\(NOPE\)/,
    [GATEWAY, `${APP}/env`, [{ name: "REDIS_URL", value: "redis://:$(NOPE)@redis:6379" }]],
  ],
  "a variable with two sources": [
    /value and valueFrom/,
    [GATEWAY, `${APP}/env/0/value`, "x"],
    [GATEWAY, `${APP}/env/0/valueFrom`, { secretKeyRef: { name: "a", key: "b" } }],
  ],
  "the wrong target": [/labelled dns and starts mail/, ["Deployment/dns", `${APP}/args`, ["--target=mail"]]],
  "DATA_DIR outside a volume": [
    /is no volume/,
    ["Deployment/dns", `${APP}/volumeMounts/1/mountPath`, "/date"],
  ],
  "an edge rendered for another nginx version": [
    /NGINX_VERSION/,
    ["ConfigMap/edge", "data/NGINX_VERSION", "1.22.1"],
  ],
  "an edge that listens on another port": [
    /PROXY_LISTEN=0\.0\.0\.0:80 is not/,
    ["ConfigMap/edge", "data/PROXY_LISTEN", "0.0.0.0:80"],
  ],
  "an edge without a gateway": [
    /PROXY_UPSTREAMS.*no Service gate/,
    ["ConfigMap/edge", "data/PROXY_UPSTREAMS", "gate:8080"],
  ],
  "certificates that are not mounted": [
    /not mounted everywhere/,
    ["ConfigMap/edge", "data/PROXY_CERTIFICATES", "/tls/a.pem=/tls/b.pem"],
  ],
  "certificates that are never renewed in a running pod": [
    /as a folder/,
    ["Deployment/edge", `${APP}/volumeMounts/1/subPath`, "tls.crt"],
  ],
  "an edge with another rate limit": [
    /RATE_LIMIT_UNITS is not the gateway's/,
    ["ConfigMap/edge", "data/RATE_LIMIT_UNITS", "7"],
  ],
  "an edge that drains longer than its grace period": [
    /PROXY_READ_TIMEOUT_S leave/,
    ["ConfigMap/edge", "data/PROXY_READ_TIMEOUT_S", "60"],
  ],
  "an edge with a timeout below the longest call": [
    /a call may take 28 s/,
    ["ConfigMap/dnstools", "data/QUEUE_WAIT_MS", "10000"],
  ],
};

const names = Object.keys(MISTAKES);
const wrong = Object.values(MISTAKES).map(([, ...edits]) =>
  edited(
    production,
    edits.map(([object, path, ...value]) => [object, path, ...value] as Edit),
  ),
);
const shapes = await schemaProblems([production, ...wrong]);

test("the unchanged overlay has no problems", () => {
  expect([...(shapes[0] ?? []), ...lint(production)]).toEqual([]);
});

test.each(names.map((name, at) => [name, at] as const))("%s", (name, at) => {
  const problems = [...(shapes[at + 1] ?? []), ...lintAnyway(wrong[at] ?? [])];
  expect(problems.join("\n")).toMatch(MISTAKES[name]?.[0] ?? /never/);
});

/** Runs lint. An exception is returned as a problem, because objects with a wrong schema can make lint fail. */
function lintAnyway(all: readonly Manifest[]): readonly string[] {
  try {
    return lint(all);
  } catch (error) {
    return [`${error}`];
  }
}

test.each([
  ["two pods with one SQLite file", "spec/replicas", 2, /Recreate is for one pod|there may be two/],
  [
    "a rollout with two pods at a time",
    "spec/strategy",
    { type: "RollingUpdate", rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
    /there may be two/,
  ],
  [
    "keys on a volume that is deleted with the pod",
    `${POD}/volumes/0`,
    { name: "data", emptyDir: { sizeLimit: "1Gi" } },
    /outlives the pod/,
  ],
])("single: %s", (_, path, value, expected) => {
  const at = single.find((object) => titleOf(object) === GATEWAY);
  expect(at).toBeDefined();
  expect(lint(edited(single, [[GATEWAY, path, value]])).join("\n")).toMatch(expected);
});

test("base without a store of keys", async () => {
  expect(lint(await build("base")).join("\n")).toContain("keys are in SQLite");
});

test("kubectl reads a bare no as false, and Redis gets the quoted word", () => {
  const [object] = parseManifests(
    "{ apiVersion: v1, kind: ConfigMap, metadata: { name: a }, data: { a: no } }",
  );
  expect(object).toMatchObject({ data: { a: false } });
  const redis = production.find((one) => one.kind === "Deployment" && nameOf(one) === "redis");
  expect(JSON.stringify(redis)).toContain('"--appendonly","no"');
});
