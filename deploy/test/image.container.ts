import { afterAll, describe, expect, test } from "bun:test";
import { startProduct } from "@dnstools/lab/support/product";
import { until } from "@dnstools/lab/support/until";
import { version } from "../../package.json";
import { ROOT } from "../image/binary.ts";
import { IMAGE } from "../image/build.ts";
import { healthy, logOf, processOf, start } from "./containers.ts";
import { built, engine } from "./opened.ts";

/** nginx of Debian 13, which bin/test has unpacked. */
const NGINX = `${ROOT}/.tools/nginx-1.26/usr/sbin/nginx`;
const AUTHORITY = `${process.env["LAB_MADE"]}/tls/ca.pem`;
const IN_LAB = [
  ...["--env", "DNS_RESOLVERS=9.9.9.9", "--env", "EGRESS_TEST=off"],
  ...["--env", "CA_EXTRA_FILE=/ca.pem", "--volume", `${AUTHORITY}:/ca.pem:ro`],
];
/** Name of a network with public addresses, because the egress guard refuses private ones. */
const NETWORK = "inside";
await engine.podman("network", "create", "--subnet", "45.10.7.0/24", NETWORK);
const URLS = ["dns", "network", "cert", "mail", "analysis"].flatMap((service) => [
  "--env",
  `${service.toUpperCase()}_URL=http://${service}:8080`,
]);
afterAll(async () => {
  await engine.podman("rm", "--all", "--force", "--time", "0");
});

test("the image is small, and has the right user, command and labels", async () => {
  const [{ Config, Healthcheck, Architecture }] = JSON.parse(await engine.podman("image", "inspect", IMAGE));
  expect(Config).toMatchObject({
    User: "65532:65532",
    Entrypoint: ["/usr/local/bin/dnstools"],
    Cmd: ["--target=all"],
    StopSignal: "SIGTERM",
    ExposedPorts: { "8080/tcp": {}, "9464/tcp": {} },
  });
  expect(Config.Env).toContain("DATA_DIR=/data");
  expect(Config.Labels).toMatchObject({
    "org.opencontainers.image.title": "dnstools",
    "org.opencontainers.image.version": version,
    "org.opencontainers.image.revision": built.revision,
    "org.opencontainers.image.licenses": "MIT",
  });
  expect(Healthcheck.Test).toEqual(["CMD", "/usr/local/bin/dnstools", "healthcheck"]);
  expect(Architecture).toBe(process.arch === "x64" ? "amd64" : process.arch);
  expect(built.bytes).toBeLessThan(160e6);
});

test("--version prints the version and the commit", async () => {
  const said = await engine.podman("run", "--rm", "--network", "none", IMAGE, "--version");
  expect(said).toBe(`${version} (${built.revision})`);
});

const TARGETS = ["all", "dns", "network", "cert", "mail", "analysis", "gateway"];

describe("every target starts without privileges and becomes healthy", () => {
  test.each(TARGETS)("%s", async (target) => {
    await start(engine, target, ["--network", NETWORK, ...IN_LAB, ...URLS], [`--target=${target}`]);
    await healthy(engine, target);
    const none = "0".repeat(16);
    expect(await processOf(engine, target)).toEqual({
      user: "65532",
      group: "65532",
      capabilities: [none, none, none, none, none],
      noNewPrivileges: "1",
      rootIsReadOnly: true,
    });
    const lines = (await logOf(engine, target)).split("\n").filter(Boolean);
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({ message: "listening", version, revision: built.revision }),
    );
  });
});

/** Returns the URL of a container on the network. */
async function urlOf(name: string): Promise<string> {
  const format = `{{(index .NetworkSettings.Networks "${NETWORK}").IPAddress}}`;
  return `http://${await engine.podman("inspect", "--format", format, name)}:8080`;
}

describe("the binary contains all files that it needs", () => {
  test("pages, their assets and the OpenAPI document equal those of the source", async () => {
    await using product = await startProduct("all", { WAIT_FACTOR: "1" });
    const url = await urlOf("all");
    const get = async (base: string, path: string) => {
      const response = await fetch(`${base}${path}`);
      const { status } = response;
      return { path, status, type: response.headers.get("content-type"), text: await response.text() };
    };
    const docs = await get(product.url, "/docs");
    const assets = [...docs.text.matchAll(/(?:src|href)="(\/docs\/assets\/[^"]+)"/g)].map(([, path]) => path);
    expect(assets.length).toBeGreaterThan(4);
    for (const path of ["/", "/docs", "/docs/errors", "/favicon.ico", "/api/v1", ...new Set(assets)])
      expect(await get(url, path ?? "")).toEqual(await get(product.url, path ?? ""));
    const document = async (base: string) => JSON.parse((await get(base, "/openapi.json")).text);
    const [image, source] = await Promise.all([document(url), document(product.url)]);
    expect(image.info["x-revision"]).toBe(built.revision);
    expect(source.info["x-revision"]).toBe("source");
    image.info["x-revision"] = "source";
    expect(image).toEqual(source);
    const metrics = await get(url.replace("8080", "9464"), "/metrics");
    expect(metrics.text).toMatch(new RegExp(`^dnstools_build_info\\{.*revision="${built.revision}"`, "m"));
  });

  test("it renders nginx's configuration for another version", async () => {
    const env = { NGINX_VERSION: "1.26.3", PROXY_CONNECTIONS: "256", PROXY_ACCESS_LOG: "off" };
    const options = Object.entries(env).flatMap(([key, value]) => ["--env", `${key}=${value}`]);
    const mount = ["--volume", "edge:/etc/edge", "--network", "none"];
    await start(engine, "render", [...mount, ...options], ["proxy", "render", "/etc/edge"]);
    expect(await engine.podman("wait", "render")).toBe("0");
    const folder = await engine.podman("volume", "inspect", "--format", "{{.Mountpoint}}", "edge");
    const nginx = [NGINX, "-e", "stderr", "-p", folder, "-c", `${folder}/nginx.conf`, "-t"];
    const { code, err } = await engine.run(nginx);
    expect({ code, err }).toMatchObject({ code: 0, err: expect.stringContaining("test is successful") });
  });

  test("it keeps keys in a volume", async () => {
    const keys = (...args: readonly string[]) =>
      engine.podman(
        "run",
        "--rm",
        "--read-only",
        "--volume",
        "keys:/data",
        "--network",
        "none",
        IMAGE,
        "keys",
        ...args,
      );
    const { id } = JSON.parse(await keys("create", "--name", "somebody", "--json"));
    expect(await keys("list")).toContain(id);
  });
});

test("invalid settings are reported, with exit code 1", async () => {
  const ran = await engine.run(["podman", "run", "--rm", "--env", "PORT=http", "--network", "none", IMAGE]);
  expect(ran).toMatchObject({ code: 1, err: expect.stringContaining("PORT=http") });
});

test("`podman stop`: it becomes unready, and a slow call finishes", async () => {
  const url = await urlOf("all");
  // The call lasts until its deadline, because the domain's servers do not answer.
  const slow = fetch(`${url}/api/v1/dns?domain=silent.com`);
  const own = (path: string) => fetch(url.replace("8080", `9464/${path}`));
  const metrics = async () => (await own("metrics")).text();
  await until(async () => /http_requests_in_flight\{service="gateway"\} [1-9]/.test(await metrics()));
  const stopped = engine.podman("stop", "--time", "30", "all");
  await until(async () => (await own("readyz")).status === 503);
  const answer = await slow;
  expect(answer.status).toBe(200);
  expect(((await answer.json()) as { tool: string }).tool).toBe("dns");
  await stopped;
  expect(await engine.podman("inspect", "--format", "{{.State.ExitCode}}", "all")).toBe("0");
});
