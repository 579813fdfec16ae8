import { beforeAll, describe, expect, test } from "bun:test";
import type { EnvironmentName } from "@dnstools/lab/host/environments";
import { answerIn, answersOn } from "../test/host-answers.ts";
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

/** Makes all calls at once on a host, when the product's log names the fault; earlier calls would wait for it. */
function ask(name: EnvironmentName): Promise<ReadonlyMap<string, Answer>> {
  const [code] = EXPECTED[name] ?? [];
  return answersOn(name, Object.values(CALLS), code);
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

let clean: ReadonlyMap<string, Answer>;
const answers = new Map<EnvironmentName, ReadonlyMap<string, Answer>>();
beforeAll(async () => {
  clean = await ask("clean");
  // The clean host is asked again beside the others: what it then says otherwise, a busy machine has caused.
  const names = ["clean", ...NAMES] as const;
  await Promise.all(names.map(async (name) => answers.set(name, await ask(name))));
});

describe.each(["clean", ...NAMES] as const)("a host in the environment %s", (name) => {
  const here = (call: Call) => answerIn(answers.get(name), CALLS[call]);

  test("blames no domain, denies none and passes none for what its own network does", () => {
    const told = ALL.flatMap((call) =>
      toldHere(here(call), answerIn(clean, CALLS[call])).map((what) => `${CALLS[call]}: ${what}`),
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
