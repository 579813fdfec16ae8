import { describe, expect, test } from "bun:test";
import { SERVICE_NAMES, usesOf } from "../../../main/targets.ts";
import { build } from "./build.ts";
import { edited } from "./edit.ts";
import { workloadsOf } from "./manifest.ts";
import { isLetThrough, type Party, type Port } from "./reach.ts";

const production = await build("overlays/production");
const compact = await build("overlays/compact");
const single = await build("overlays/single");

/** Sample pods of other namespaces. */
const OTHERS = {
  prometheus: { namespace: "monitoring", labels: { "app.kubernetes.io/name": "prometheus" } },
  "kube-dns": { namespace: "kube-system", labels: { "k8s-app": "kube-dns" } },
  ingress: { namespace: "ingress-nginx", labels: {} },
  stranger: { namespace: "default", labels: { "app.kubernetes.io/component": "gateway" } },
} as const;

function podsOf(all: typeof production): Record<string, Party> {
  const own = workloadsOf(all).map(({ labels }) => [
    labels["app.kubernetes.io/component"] ?? "",
    { namespace: "dnstools", labels },
  ]);
  return { ...Object.fromEntries(own), ...OTHERS };
}

const PORTS: readonly Port[] = [
  ...[53, 443, 5353, 5432, 6379, 6443, 8080, 8443, 8953, 9464, 9465, 9467].map(
    (port) => ({ port, protocol: "TCP" }) as const,
  ),
  ...[53, 5353, 9465].map((port) => ({ port, protocol: "UDP" }) as const),
];

/** Returns all connections between pods that the policies allow, as `from to port/protocol`. */
function reachOf(all: typeof production): string[] {
  const pods = Object.entries(podsOf(all));
  return pods.flatMap(([from, a]) =>
    pods
      .filter(([to]) => !(from in OTHERS && to in OTHERS))
      .flatMap(([to, b]) =>
        PORTS.filter((at) => isLetThrough(all, a, b, at)).map(
          ({ port, protocol }) => `${from} ${to} ${port}/${protocol}`,
        ),
      ),
  );
}

describe("pods reach only the pods that they need", () => {
  test("production", () => {
    const everybody = Object.keys(podsOf(production));
    const askingNames = [...SERVICE_NAMES, "gateway", "edge", "keys-backup"];
    // Pods of other namespaces may connect to the edge, but the pods of dnstools may not.
    const outside = everybody.filter((name) => name in OTHERS);
    const expected = [
      ...outside.flatMap((name) => [`${name} edge 8080/TCP`, `${name} edge 8443/TCP`]),
      "edge gateway 8080/TCP",
      ...SERVICE_NAMES.map((name) => `gateway ${name} 8080/TCP`),
      "mail network 8080/TCP",
      "gateway redis 6379/TCP",
      "gateway postgres 5432/TCP",
      "keys-backup postgres 5432/TCP",
      ...SERVICE_NAMES.flatMap((name) => [`${name} unbound 5353/TCP`, `${name} unbound 5353/UDP`]),
      ...askingNames.flatMap((name) => [`${name} kube-dns 53/TCP`, `${name} kube-dns 53/UDP`]),
      ...everybody.filter((name) => !(name in OTHERS)).map((name) => `prometheus ${name} 9464/TCP`),
    ];
    expect(reachOf(production).sort()).toEqual(expected.sort());
  });

  test("compact", () => {
    const expected = [
      ...Object.keys(OTHERS).flatMap((name) => [`${name} edge 8080/TCP`, `${name} edge 8443/TCP`]),
      "edge all 8080/TCP",
      "all redis 6379/TCP",
      "all postgres 5432/TCP",
      "keys-backup postgres 5432/TCP",
      "all unbound 5353/TCP",
      "all unbound 5353/UDP",
      ...["all", "edge", "keys-backup"].flatMap((name) => [
        `${name} kube-dns 53/TCP`,
        `${name} kube-dns 53/UDP`,
      ]),
      ...["all", "edge", "unbound", "redis", "postgres", "keys-backup"].map(
        (name) => `prometheus ${name} 9464/TCP`,
      ),
    ];
    expect(reachOf(compact).sort()).toEqual(expected.sort());
  });

  test.each(["ingress", "gateway-api"])(
    "%s: callers come only from the controller's namespace",
    async (name) => {
      const all = await build(`tests/${name}`);
      const controller = name === "ingress" ? "ingress-nginx" : "gateways";
      const to = podsOf(all)["edge"] ?? { address: "" };
      const letIn = [controller, "default", "monitoring"].filter((namespace) =>
        isLetThrough(all, { namespace, labels: {} }, to, { port: 8080, protocol: "TCP" }),
      );
      expect(letIn).toEqual([controller]);
      expect(isLetThrough(all, { address: "8.8.8.8" }, to, { port: 8080, protocol: "TCP" })).toBe(false);
    },
  );

  test("single", () => {
    const expected = [
      "ingress all 8080/TCP",
      "all unbound 5353/TCP",
      "all unbound 5353/UDP",
      "all kube-dns 53/TCP",
      "all kube-dns 53/UDP",
      "prometheus all 9464/TCP",
      "prometheus unbound 9464/TCP",
    ];
    expect(reachOf(single).sort()).toEqual(expected.sort());
  });
});

test("only processes that send traces reach the collector, at its port", async () => {
  const all = await build("tests/traces");
  const collector = { namespace: "observability", labels: {} };
  const ports = [4317, 4318, 8080].map((port) => ({ port, protocol: "TCP" }) as const);
  const reach = Object.entries(podsOf(all))
    .filter(([name]) => !(name in OTHERS))
    .flatMap(([name, pod]) =>
      ports.filter((at) => isLetThrough(all, pod, collector, at)).map(({ port }) => `${name} ${port}`),
    );
  expect(reach.sort()).toEqual([...SERVICE_NAMES, "gateway"].map((name) => `${name} 4318`).sort());
});

/**
 * Public addresses. In contrast, NOT_PUBLIC contains addresses that must not be reachable although a DNS record can
 * contain them.
 */
const PUBLIC = ["8.8.8.8", "168.63.129.17", "2606:4700:4700::1111", "2a00:1450::1"];
const NOT_PUBLIC = [
  ...["169.254.169.254", "168.63.129.16", "100.100.100.200", "192.0.0.192", "fd00:ec2::254", "fd20:ce::254"],
  ...["10.96.0.1", "10.244.3.7", "172.16.0.1", "172.31.255.255", "192.168.1.1", "100.64.0.1", "fd12:3456::1"],
  ...["127.0.0.1", "0.0.0.0", "::1", "::", "169.254.20.10", "fe80::1", "fec0::1"],
  ...[
    "224.0.0.1",
    "255.255.255.255",
    "240.0.0.1",
    "ff02::1",
    "192.0.2.1",
    "198.18.0.1",
    "2001:db8::1",
    "3fff::1",
  ],
  // The address of the cloud metadata service, embedded in NAT64, 6to4, Teredo and IPv4-mapped addresses.
  ...["64:ff9b::a9fe:a9fe", "2002:a9fe:a9fe::1", "2001:0:a9fe:a9fe::1", "::ffff:169.254.169.254"],
];

const tcp = (...ports: readonly number[]) => ports.map((port) => `${port}/TCP`);
const NAMES = ["53/TCP", "53/UDP"];
const WEB = tcp(80, 443, 8080, 8443);
const MAIL = tcp(25, 110, 143, 465, 587, 993, 995, 2525);
const OUT: Readonly<Record<string, readonly string[]>> = {
  dns: NAMES,
  network: [...WEB, ...tcp(43)],
  cert: [...WEB, ...MAIL],
  mail: WEB,
  analysis: NAMES,
  unbound: NAMES,
  gateway: [],
  edge: [],
  redis: [],
  postgres: [],
  "keys-backup": [],
};
const ASKED: readonly Port[] = [
  ...[
    22, 25, 43, 53, 80, 110, 143, 443, 465, 587, 993, 995, 2525, 5432, 6379, 6443, 8080, 8443, 9464, 10_250,
  ].map((port) => ({ port, protocol: "TCP" }) as const),
  ...[53, 123, 443, 5353].map((port) => ({ port, protocol: "UDP" }) as const),
];

describe("addresses outside the cluster", () => {
  const outOf = (all: typeof production, pod: string, address: string) => {
    const from = podsOf(all)[pod];
    if (from === undefined) throw new Error(`there is no pod ${pod}`);
    return ASKED.filter((at) => isLetThrough(all, from, { address }, at)).map(
      ({ port, protocol }) => `${port}/${protocol}`,
    );
  };

  test.each(Object.entries(OUT))("%s reaches only public addresses, at its ports", (pod, ports) => {
    for (const address of PUBLIC) expect(outOf(production, pod, address).sort()).toEqual([...ports].sort());
    for (const address of NOT_PUBLIC)
      expect([address, ...outOf(production, pod, address)]).toEqual([address]);
  });

  test.each(SERVICE_NAMES)("%s reaches what its tools use, and its trials of this host try", (name) => {
    const used = usesOf(name).flatMap((use) => (use === "name_servers" ? NAMES : tcp(use)));
    for (const address of PUBLIC)
      expect(outOf(production, name, address)).toEqual(expect.arrayContaining(used));
  });

  test("one process with all tools has the ports of all", () => {
    const every = [...new Set([...NAMES, ...WEB, ...MAIL, ...tcp(43)])].sort();
    for (const address of PUBLIC) {
      expect(outOf(compact, "all", address).sort()).toEqual(every);
      expect(outOf(single, "all", address).sort()).toEqual(every);
      expect(outOf(single, "unbound", address).sort()).toEqual([...NAMES].sort());
    }
    for (const address of NOT_PUBLIC)
      expect([address, ...outOf(single, "all", address), ...outOf(single, "unbound", address)]).toEqual([
        address,
      ]);
  });

  test("a missing exception is detected", () => {
    const open = edited(production, [["NetworkPolicy/world-dns", "spec/egress/0/to/0/ipBlock/except", []]]);
    expect(outOf(open, "dns", "169.254.169.254").sort()).toEqual([...NAMES].sort());
  });

  test("callers reach only the edge, at its two ports", () => {
    for (const [name, to] of Object.entries(podsOf(production))) {
      if (name in OTHERS) continue;
      const open = PORTS.filter((at) => isLetThrough(production, { address: "8.8.8.8" }, to, at));
      expect([name, ...open.map(({ port }) => port)]).toEqual(name === "edge" ? [name, 8080, 8443] : [name]);
    }
  });
});
