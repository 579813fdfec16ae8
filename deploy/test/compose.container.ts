import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { X509Certificate } from "node:crypto";
import { chmodSync, cpSync, mkdirSync, readFileSync } from "node:fs";
import { connect } from "node:tls";
import { openApiCheck } from "@dnstools/lab/support/openapi-check";
import { until } from "@dnstools/lab/support/until";
import { importDebian } from "../compose/third-party.ts";
import { ROOT } from "../image/binary.ts";
import { type Compose, openCompose, writeTls } from "./compose.ts";
import { logOf } from "./containers.ts";
import { nameOf, OTHERS, OURS, withHealthChecks } from "./health.ts";
import { engine } from "./opened.ts";

const EDGE = "http://127.0.0.1:8080";
const NAME = "api.example.com";
let compose: Compose;

/** A sample in a response of Prometheus. */
type Sample = { readonly metric: { readonly job: string }; readonly value: readonly [number, string] };
async function ask(query: string): Promise<readonly Sample[]> {
  const url = `http://127.0.0.1:9090/api/v1/query?query=${encodeURIComponent(query)}`;
  const { data } = (await (await fetch(url)).json()) as { data: { result: Sample[] } };
  return data.result;
}

/** Returns the serial number of the certificate that the edge presents. */
function served(): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect({ host: "127.0.0.1", port: 8443, servername: NAME, rejectUnauthorized: false });
  socket.on("secureConnect", () => {
    resolve(socket.getPeerX509Certificate()?.serialNumber ?? "");
    socket.destroy();
  });
  socket.on("error", reject);
  return promise;
}

/** Returns the last log lines of all containers, for the message of a failed test. */
async function logsOfAll(): Promise<string> {
  const names = (await engine.podman("ps", "--all", "--format", "{{.Names}}: {{.Status}}")).split("\n");
  const logs = names.map(
    async (name) => `${name}\n${(await logOf(engine, name.split(":")[0] ?? "")).slice(-1500)}`,
  );
  return (await Promise.all(logs)).join("\n");
}

const QUESTIONS = [
  ["dns", "domain=example.com"],
  ["reverse", "ip=9.9.9.9"],
  ["whois", "domain=example.com"],
  ["dnsbl", "ip=9.9.9.9"],
  ["ssl", "host=valid.certs.com"],
  ["mail", "domain=example.com"],
  ["propagation", "domain=example.com&country=de"],
  ["scout", "domain=example.com"],
] as const;

describe("compose.yaml over podman", () => {
  beforeAll(async () => {
    await importDebian(engine, `${ROOT}/.tools/nginx-1.26/usr/sbin/nginx`);
    compose = await openCompose(engine);
  });
  afterAll(() => compose[Symbol.dispose]());

  test("`up` without settings: every service becomes healthy", async () => {
    const { code, err } = await withHealthChecks(
      engine,
      compose.run("up", "--detach", "--no-build", "--wait", "--wait-timeout", "90"),
    );
    const logs = code === 0 ? "" : await logsOfAll();
    expect({ code, err: code === 0 ? "" : `${err}${logs}` }).toEqual({ code: 0, err: "" });
    const running = await engine.podman("ps", "--format", "{{.Names}}");
    for (const service of [...OURS, ...OTHERS, "unbound"])
      expect(running.split("\n")).toContain(nameOf(service));
  });

  describe("through the edge", () => {
    test("every tool answers, through our own resolver", async () => {
      const check = await openApiCheck(EDGE);
      for (const [tool, query] of QUESTIONS) {
        const response = await fetch(`${EDGE}/api/v1/${tool}?${query}`);
        const body = await response.text();
        check(`/api/v1/${tool}`, response, body);
        expect({ tool, status: response.status, body: response.ok ? "" : body }).toEqual({
          tool,
          status: 200,
          body: "",
        });
      }
      const { data } = (await (await fetch(`${EDGE}/api/v1/dns?domain=example.com&type=A`)).json()) as {
        data: { server: { address: string }; resolver: { authenticated: boolean } };
      };
      expect(data).toMatchObject({ server: { address: "45.10.3.53" }, resolver: { authenticated: true } });
    });

    test("the edge sets the client's address, whatever the client claims, and its limit is in Redis", async () => {
      for (const said of ["45.10.0.77", "45.10.0.78", "45.10.0.79"])
        await fetch(`${EDGE}/api/v1/scout?domain=example.com&sections=records`, {
          headers: { "x-forwarded-for": said },
        });
      const keys = await engine.podman("exec", nameOf("redis"), "redis-cli", "keys", "dnstools:limit:*");
      // The client is the address of the bridge, which is how the edge sees this machine.
      expect(keys).toBe("dnstools:limit:{45.10.4.1}");
      expect(await ask("dnstools_ratelimit_degraded==1")).toEqual([]);
    });

    test("metrics and health are not public", async () => {
      for (const path of ["metrics", "livez", "readyz"])
        expect((await fetch(`${EDGE}/${path}`)).status).toBe(404);
    });

    test("a key in PostgreSQL is valid", async () => {
      const made = ["/usr/local/bin/dnstools", "keys", "create", "--name", "somebody", "--json"];
      const { key } = JSON.parse(await engine.podman("exec", nameOf("gateway"), ...made));
      const limits = await fetch(`${EDGE}/api/v1/limits`, { headers: { "x-api-key": key } });
      expect(await limits.json()).toMatchObject({ plan: "keyed" });
    });
  });

  test("Prometheus scrapes every process, with the same job names as in Kubernetes", async () => {
    const jobs = async () => (await ask("up==1")).map(({ metric }) => metric.job).sort();
    const all = ["analysis", "cert", "dns", "edge", "gateway", "mail", "network"];
    await until(async () => Bun.deepEquals(await jobs(), all));
  });

  test("two processes of one service are scraped separately", async () => {
    const more = ["up", "--detach", "--no-build", "--no-deps", "--no-recreate", "--scale", "dns=2", "dns"];
    expect(await compose.run(...more)).toMatchObject({ code: 0 });
    await until(async () => (await ask('dnstools_build_info{target="dns"}')).length === 2);
  });

  test("after a restart of nginx alone its requests are counted again, and nothing else restarts", async () => {
    const refused = async () => {
      await fetch(`${EDGE}/metrics`);
      const [sum] = await ask('sum(dnstools_edge_requests_total{code="404",origin="edge"})');
      return Number(sum?.value[1]);
    };
    const before = await refused();
    const started = () =>
      engine.podman("inspect", "--format", "{{.State.StartedAt}}", nameOf("edge-metrics"));
    const since = await started();
    await engine.podman("restart", "--time", "30", nameOf("edge"));
    await until(async () => (await fetch(`${EDGE}/api/v1`).catch(() => null))?.ok === true);
    await until(async () => (await refused()) > before + 5);
    await until(async () => (await ask("dnstools_edge_up==1")).length === 1);
    expect(await started()).toBe(since);
  });

  test("a backup restores every key after the loss of PostgreSQL's volume", async () => {
    const list = async () => (await compose.run("run", "--rm", "-T", "keys", "list", "--json")).out;
    // The use of the key in an earlier test is written after a while.
    await until(async () => !(await list()).includes('"lastUsed":null'));
    const keys = await list();
    expect(keys).toContain("somebody");
    const backup = await compose.run("run", "--rm", "-T", "keys", "backup");
    expect({ code: backup.code, err: backup.code === 0 ? "" : backup.err }).toEqual({ code: 0, err: "" });
    expect((await compose.run("rm", "--stop", "--force", "--volumes", "postgres")).code).toBe(0);
    await engine.podman("volume", "rm", "dnstools_keys");
    const up = compose.run("up", "--detach", "--no-build", "--wait", "--wait-timeout", "90", "postgres");
    expect((await withHealthChecks(engine, up, ["postgres"])).code).toBe(0);
    const restored = await compose.pipe(backup.out, "run", "--rm", "-T", "keys", "restore");
    expect(restored).toMatchObject({ code: 0, out: expect.stringContaining("0 keys were replaced by 1") });
    expect(await list()).toBe(keys);
  });

  test("a renewed certificate is served automatically", async () => {
    const made = (name: string) => `${process.env["LAB_MADE"]}/tls/${name}`;
    const folder = `${engine.folder}/tls`;
    const put = (name: string) => {
      cpSync(made(`${name}.pem`), `${folder}/fullchain.pem`);
      cpSync(made(`${name}.key`), `${folder}/privkey.pem`);
      for (const file of ["fullchain.pem", "privkey.pem"]) chmodSync(`${folder}/${file}`, 0o644);
      return new X509Certificate(readFileSync(made(`${name}.pem`))).serialNumber;
    };
    mkdirSync(folder);
    const old = put("good-rsa.certs.com");
    const files = ["-f", `${ROOT}/deploy/compose/tls.yaml`, "-f", writeTls(engine, NAME)];
    const up = [...files, "up", "--detach", "--no-build", "--no-deps"];
    expect((await compose.run(...up, "edge-config")).code).toBe(0);
    expect(await engine.podman("wait", nameOf("edge-config"))).toBe("0");
    expect((await compose.run(...up, "edge", "edge-metrics")).code).toBe(0);
    await until(async () => (await served().catch(() => "")) !== "");
    expect(await served()).toBe(old);
    const renewed = put("good-ecdsa.certs.com");
    await until(async () => (await served()) === renewed);
  });

  test("`stop`: every dnstools process and nginx exit with 0", async () => {
    expect((await compose.run("stop")).code).toBe(0);
    for (const service of [...OURS, "edge"]) {
      const code = await engine.podman("inspect", "--format", "{{.State.ExitCode}}", nameOf(service));
      expect({ service, code }).toEqual({ service, code: "0" });
    }
    expect((await compose.run("down", "--volumes")).code).toBe(0);
  });
});
