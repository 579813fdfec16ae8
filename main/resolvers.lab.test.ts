import { expect, test } from "bun:test";
import { RESOLVER } from "@dnstools/lab/plan/hosts";
import { addressOf } from "@dnstools/lab/plan/plan";
import { json, metric, PRODUCT, type Product, startProduct } from "@dnstools/lab/support/product";
import { type Fate, startRelay } from "@dnstools/lab/support/relay";
import { until } from "@dnstools/lab/support/until";

const FREELY = { RATE_LIMIT_UNITS: "0", REGISTRY_RATE: "0", CACHE_MAX_AGE_S: "0" };
const CALLS = {
  dns: "domain=example.com",
  reverse: `ip=${addressOf("ns1.example.com")}`,
  whois: "domain=registered.com",
  dnsbl: "domain=example.com",
  ssl: "host=example.com",
  mail: "domain=example.com",
  propagation: "domain=example.com",
  scout: "domain=example.com",
} as const;

type Answer = {
  status: number;
  code?: string;
  findings?: { code: string }[];
  data?: Record<string, unknown>;
};

async function askAll(product: Product): Promise<Record<string, Answer>> {
  const answers = await Promise.all(
    Object.entries(CALLS).map(async ([tool, query]) => {
      const response = await fetch(`${product.url}/api/v1/${tool}?${query}`);
      return [tool, { ...JSON.parse(await response.text()), status: response.status }] as const;
    }),
  );
  return Object.fromEntries(answers);
}

const codes = ({ findings = [] }: Answer = { status: 0 }) => findings.map(({ code }) => code);

test.each<[says: string, fate: Fate, told: string]>([
  ["denies every name", "deny", "denies names that exist"],
  ["names other servers", "refer", "denies names that exist"],
  ["leaves SOA out of denials", "strip", "denies names without the SOA record"],
  ["gives every name one address", ["5.5.5.5"], "denies names that exist"],
])("a resolver that %s: no tool says of a name that something is not there", async (_says, fate, told) => {
  await using relay = await startRelay(RESOLVER, () => fate);
  await using product = await startProduct("all", { ...FREELY, DNS_RESOLVERS: relay.address });
  const { propagation, ...others } = await askAll(product);
  for (const [tool, { status, code }] of Object.entries(others))
    expect({ tool, status, code }).toEqual({ tool, status: 503, code: "resolver_unavailable" });
  // The tool did query the public resolvers, but could not determine the zone's own records.
  expect({ status: propagation?.status, codes: codes(propagation) }).toEqual({
    status: 200,
    codes: ["propagation.authority_not_asked"],
  });
  const [process] = product.processes;
  if (process === undefined) throw new Error("no process");
  const ready = await fetch(new URL("/readyz", process.metricsUrl));
  expect(await ready.json()).toMatchObject({
    status: "ready",
    dependencies: { resolver: "failing" },
  });
  expect(ready.status).toBe(200);
  expect(
    await metric(process, "dnstools_resolver_trusted", { resolver: relay.address.replace(":", "#") }),
  ).toBe(0);
  // The message is logged only once.
  expect(process.log().split(told)).toHaveLength(2);
});

test("a domain with broken DNSSEC says nothing about the health of our resolver", async () => {
  await using product = await startProduct("all", FREELY);
  const [process] = product.processes;
  const resolver = async () =>
    (await json(fetch(new URL("/readyz", process?.metricsUrl)))).dependencies.resolver;
  await until(async () => (await resolver()) === "ok");
  const { summary } = await json(fetch(`${product.url}/api/v1/dns?domain=expired.com&type=A`));
  expect(summary.status).toBe("fail");
  expect(await resolver()).toBe("ok");
});

test("of three resolvers one lies: every answer is that of the other two", async () => {
  await using relay = await startRelay(RESOLVER, () => "deny");
  const three = [relay.address, RESOLVER, RESOLVER].join(",");
  await using product = await startProduct("all", { ...FREELY, DNS_RESOLVERS: three });
  await using right = await startProduct("all", { ...FREELY, DNS_RESOLVERS: RESOLVER });
  const [answers, expected] = await Promise.all([askAll(product), askAll(right)]);
  for (const tool of Object.keys(CALLS)) {
    const [got, want] = [answers[tool], expected[tool]];
    expect({ tool, status: got?.status, codes: codes(got) }).toEqual({
      tool,
      status: 200,
      codes: codes(want),
    });
  }
  const missing = await fetch(`${product.url}/api/v1/dns?domain=not-registered.com`);
  expect(missing.status).toBe(404);
});

test.each<[fate: Fate, begins: string]>([
  ["deny", "The resolver "],
  ["drop", "No resolver returns "],
])(
  "started for a person, a process says in one plain line what to do about a resolver: %s",
  async (fate, begins) => {
    await using relay = await startRelay(RESOLVER, () => fate);
    const settings = { ...FREELY, DNS_RESOLVERS: relay.address };
    // With --example the message goes to stderr, not to the log.
    const both = ["sh", "-c", 'exec "$@" 2>&1', "sh", ...PRODUCT, "--example"];
    await using product = await startProduct("all", settings, both);
    const lines = () => product.processes[0]?.log().split("\n") ?? [];
    await until(async () => lines().some((line) => line.startsWith(begins)));
    expect(lines().filter((line) => /set DNS_RESOLVERS/i.test(line))).toHaveLength(1);
  },
);
