import { describe, expect, test } from "bun:test";
import { PERIOD } from "../prometheus/slo.ts";
import { checkCompose } from "./compose.ts";

type Service = {
  readonly image: string;
  readonly build?: object;
  readonly command?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly mem_limit?: string;
  readonly pids_limit?: number;
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
  readonly volumes?: readonly { readonly target: string; readonly read_only?: boolean }[];
  readonly ports?: readonly { readonly host_ip?: string; readonly target: number }[];
  readonly networks?: Readonly<Record<string, { readonly ipv4_address?: string } | null>>;
  readonly network_mode?: string;
  readonly environment?: Readonly<Record<string, string>>;
};

type Network = {
  readonly internal?: boolean;
  readonly ipam?: { readonly config?: readonly { readonly ip_range?: string }[] };
};

test("Compose v2 accepts it without a warning", () => {
  expect(checkCompose("config", "--quiet")).toEqual({ code: 0, out: "", err: "" });
});

const { services, networks } = JSON.parse(
  checkCompose("--profile", "keys", "config", "--format", "json").out,
) as {
  services: Readonly<Record<string, Service>>;
  networks: Readonly<Record<string, Network>>;
};
const on = (network: string) =>
  Object.keys(services).filter((name) => network in (services[name]?.networks ?? {}));

describe.each(Object.entries(services))("%s", (name, service) => {
  test("has no privileges, and has resource limits", () => {
    expect(service).toMatchObject({
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
      mem_limit: expect.stringMatching(/^\d+$/),
      pids_limit: expect.any(Number),
    });
  });

  test("has a health check, or a reason to have none", () => {
    // Services without a health check: edge-config and keys end at once. unbound's image has no program for a health
    // check; the metrics of the services that query unbound show its failures.
    const without = ["edge-config", "keys", "unbound"];
    expect((service.healthcheck?.test ?? []).length === 0).toBe(without.includes(name));
  });

  test("has an image with a version", () => {
    if (service.image !== "dnstools") expect(service.image).toMatch(/:v?\d+(\.\d+)+[\w.-]*$/);
  });
});

test("with TLS, the certificate is mounted where it is needed, and the port is published", () => {
  const { code, out, err } = checkCompose(
    "-f",
    `${import.meta.dir}/../compose/tls.yaml`,
    "config",
    "--format",
    "json",
  );
  expect({ code, err }).toEqual({ code: 0, err: "" });
  const tls = JSON.parse(out).services as Readonly<Record<string, Service>>;
  const mounts = Object.entries(tls).flatMap(([name, { volumes = [] }]) =>
    volumes.flatMap(({ target, read_only }) => (target === "/etc/edge-tls" ? [[name, read_only]] : [])),
  );
  expect(mounts).toEqual(["edge", "edge-config", "edge-metrics"].map((name) => [name, true]));
  expect(tls["edge"]?.ports?.map(({ host_ip, target }) => [host_ip, target])).toEqual([
    ["127.0.0.1", 8080],
    ["127.0.0.1", 8443],
  ]);
  const said = tls["edge-config"]?.environment ?? {};
  expect(tls["edge-metrics"]?.environment).toEqual(said);
  expect(said["PROXY_CERTIFICATES"]).toMatch(/^\/etc\/edge-tls\/.+=\/etc\/edge-tls\/.+$/);
});

test("the image is built only once", () => {
  const built = Object.keys(services).filter((name) => services[name]?.build !== undefined);
  expect(built).toEqual(["gateway"]);
  expect(Object.values(services).filter(({ image }) => image === "dnstools").length).toBe(9);
});

test("Prometheus keeps data for longer than the period of the objective", () => {
  const days = /retention\.time=(\d+)d/.exec(services["prometheus"]?.command?.join(" ") ?? "")?.[1];
  expect(Number(days)).toBeGreaterThan(Number.parseInt(PERIOD, 10));
});

describe("networks", () => {
  test("the edge, Prometheus and Grafana are published on this machine only", () => {
    const published = Object.entries(services).flatMap(([name, { ports = [] }]) =>
      ports.map((port) => ({ name, ...port })),
    );
    expect(published.map(({ name, host_ip, target }) => [name, host_ip, target])).toEqual([
      ["edge", "127.0.0.1", 8080],
      ["grafana", "127.0.0.1", 3000],
      ["prometheus", "127.0.0.1", 9090],
    ]);
  });

  test("only the gateway and the backup reach Redis and PostgreSQL, which have no Internet access", () => {
    expect(on("data")).toEqual(["gateway", "keys", "postgres", "redis"]);
    for (const name of ["redis", "postgres"])
      expect(Object.keys(services[name]?.networks ?? {})).toEqual(["data"]);
    expect(networks).toMatchObject({ data: { internal: true }, inside: { internal: true } });
  });

  test("only the services and unbound have Internet access", () => {
    expect(on("world")).toEqual(["analysis", "cert", "dns", "mail", "network", "unbound"]);
    expect(on("front")).toEqual(["edge", "grafana", "prometheus"]);
  });

  test("dynamic addresses never collide with fixed ones", () => {
    const [{ ip_range = "" } = {}] = networks["inside"]?.ipam?.config ?? [];
    expect(ip_range).toMatch(/\.128\/25$/);
    const fixed = Object.values(services).flatMap((one) => one.networks?.["inside"]?.ipv4_address ?? []);
    expect(fixed.map((address) => Number(address.split(".")[3]) < 128)).toEqual([true, true, true]);
  });

  test("the gateway trusts only the edge, and services query our own resolver", () => {
    const address = (name: string) => services[name]?.networks?.["inside"]?.ipv4_address;
    expect(services["gateway"]?.environment?.["TRUSTED_PROXIES"]).toBe(address("edge") ?? "");
    for (const name of ["dns", "network", "cert", "mail", "analysis"])
      expect(services[name]?.environment?.["DNS_RESOLVERS"]).toBe(`${address("unbound")}:5353`);
  });

  test("no container shares another one's network namespace, which a restart would break", () => {
    expect(Object.values(services).flatMap((one) => one.network_mode ?? [])).toEqual(["none"]);
  });

  test("nginx has the version for which its configuration is rendered", () => {
    const version = services["edge-config"]?.environment?.["NGINX_VERSION"];
    expect(services["edge"]?.image).toContain(`:${version}-`);
  });
});
