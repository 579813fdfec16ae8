import { beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { EnvironmentName } from "@dnstools/lab/host/environments";
import { openHost } from "@dnstools/lab/host/open-host";
import { PRODUCT, startProcess } from "@dnstools/lab/support/product";
import { until } from "@dnstools/lab/support/until";
import { type Answer, toldHere } from "../test/told.ts";

// What the product's own network, firewall or clock does must never be reported as a fault of the domain: the same calls
// on hosts in ten environments, compared with those on a host in a good network.

const CALLS = {
  healthy: "dns?domain=example.com",
  bothFamilies: "dns?domain=signed.com",
  half: "dns?domain=half.com",
  expired: "dns?domain=expired.com",
  address: "dns?domain=www.example.com&type=A",
  bogus: "dns?domain=expired.com&type=A",
  scout: "scout?domain=example.com",
  scoutBothFamilies: "scout?domain=wild.com",
  site: "ssl?host=valid.certs.com",
  chain: "ssl?host=missing-with-aia.certs.com",
  mail: "mail?domain=perfect.com",
  whois: "whois?domain=registered.org",
} as const;
type Call = keyof typeof CALLS;
const ALL = Object.keys(CALLS) as readonly Call[];

/** The code that names each environment, and the calls whose answers must have it. */
const EXPECTED: Readonly<Partial<Record<EnvironmentName, readonly [code: string, calls: readonly Call[]]>>> =
  {
    intercepted: [
      "dns_intercepted_here",
      ["healthy", "bothFamilies", "half", "expired", "scout", "scoutBothFamilies"],
    ],
    "udp53-drop": [
      "dns_blocked_here",
      ["healthy", "bothFamilies", "half", "expired", "scout", "scoutBothFamilies"],
    ],
    "tcp53-drop": ["tcp53_blocked_here", ["scout", "scoutBothFamilies"]],
    "ipv6-drop": ["no_ipv6_here", ["bothFamilies", "scoutBothFamilies", "site"]],
    "ipv4-only": ["no_ipv6_here", ["bothFamilies", "scoutBothFamilies", "site"]],
    "ipv6-only": ["no_ipv4_here", ["healthy", "half", "scout", "site", "whois"]],
    "443-drop": ["egress_blocked", ["site", "chain", "mail"]],
    "tls-inspected": ["tls_inspected_here", ["site", "chain", "mail"]],
    "host-firewall-drop": [
      "local_firewall",
      ["healthy", "bothFamilies", "scout", "scoutBothFamilies", "site"],
    ],
    "clock-40-days-fast": ["clock_wrong", ["healthy", "bothFamilies"]],
  };
const NAMES = Object.keys(EXPECTED) as readonly EnvironmentName[];

type Answers = Readonly<Record<Call, Answer>>;

/** Starts the product on a host in an environment, and makes all calls at once when its log names the fault. */
async function answersOn(name: EnvironmentName): Promise<Answers> {
  const folder = mkdtempSync(join(tmpdir(), "dnstools-host-"));
  await using host = await openHost(name);
  const settings = { DATA_DIR: join(folder, "data"), RATE_LIMIT_UNITS: "0" };
  const product = await startProcess("all", { ...settings, EGRESS_TEST: "on" }, host.inside(PRODUCT));
  try {
    // The first calls would wait for the verdict for seconds, which are not enough on a busy machine.
    const [code] = EXPECTED[name] ?? [""];
    await until(() => product.log().includes(code));
    const unix = await host.doorTo(Number(new URL(product.url).port));
    const ask = async (call: Call) => {
      const response = await fetch(`http://localhost/api/v1/${CALLS[call]}`, { unix });
      const body = (await response.json()) as Answer;
      return [call, { ...body, status: response.status }] as const;
    };
    return Object.fromEntries(await Promise.all(ALL.map(ask))) as Answers;
  } finally {
    product.kill("SIGKILL");
    await product.exited;
    rmSync(folder, { recursive: true });
  }
}

/**
 * Returns true if an answer says that something was not asked at all, because the machine was too busy for it or for
 * our resolver. What the environment does to such a call is not known.
 */
function isCut({ status, evidence = [] }: Answer): boolean {
  const isResolverSlow = evidence.some(({ server, reason }) => server === "resolver" && reason === "timeout");
  return status === 503 || isResolverSlow || evidence.some(({ reason }) => reason === "budget");
}

/** Returns the different reasons of an answer's failed exchanges. */
function reasonsIn({ evidence = [] }: Answer): readonly string[] {
  return [...new Set(evidence.flatMap(({ reason }) => reason ?? []))];
}

let clean: Answers;
const answers = new Map<EnvironmentName, Answers>();
beforeAll(async () => {
  clean = await answersOn("clean");
  // The clean host is asked again beside the others: what it then says otherwise, a busy machine has caused.
  const names = ["clean", ...NAMES] as const;
  await Promise.all(names.map(async (name) => answers.set(name, await answersOn(name))));
});

describe.each(["clean", ...NAMES] as const)("a host in the environment %s", (name) => {
  const here = (call: Call) => {
    const answer = answers.get(name)?.[call];
    if (answer === undefined) throw new Error(`${name} was not asked ${call}`);
    return answer;
  };

  test("blames no domain, denies none and passes none for what its own network does", () => {
    const told = ALL.flatMap((call) =>
      toldHere(here(call), clean[call]).map((what) => `${CALLS[call]}: ${what}`),
    );
    expect(told).toEqual([]);
  });

  test("says in the answers that it concerns what is wrong with this host", () => {
    const [code, calls] = EXPECTED[name] ?? [null, ALL];
    const silent = calls.filter((call) => {
      const { environment = [] } = here(call).meta ?? {};
      if (code === null) return environment.length > 0;
      return !environment.includes(code) && !isCut(here(call));
    });
    expect(silent.map((call) => [CALLS[call], here(call).status, reasonsIn(here(call))])).toEqual([]);
  });
});
