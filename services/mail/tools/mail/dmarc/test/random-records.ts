import { expect } from "bun:test";
import { type Dns, dnsOf, evaluateDns, followed } from "./table.ts";

/** Returns a generator of pseudo-random numbers, which yields the same numbers for the same seed. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const PARTS = [
  ...["p=none", "p=quarantine", "p=reject", "p=rejct", "P=none", "sp=none", "sp=reject", "sp=x", "np=none"],
  ...[
    "np=quarantine",
    "np=reject",
    "np=",
    "t=y",
    "t=x",
    "pct=50",
    "pct=0",
    "ri=1",
    "psd=n",
    "psd=y",
    "psd=x",
  ],
  ...["rua=mailto:d@example.com", "rua=mailto:d@r.example.net", "rua=d@r.example.net", "rua="],
  ...["rua=d@example.com!10m", "rua=mailto:d@r.example.org!5k", "rua=https://x.example.net/"],
  ...["ruf=mailto:d@s.example.net", "fo=1", "fo=0:1", "foo=bar", "", "bar", "adkim=s", "aspf=x"],
];
const STARTS = [
  "v=DMARC1; ",
  "v=DMARC1; ",
  "v=DMARC1; ",
  "V=DMARC1;",
  " v=DMARC1; ",
  "v=dmarc1; ",
  "v=DMARC1, ",
];
const OWN = ["a.b.example.com", "b.example.com", "a.example.com", "example.com"];
const OTHERS = ["com", "net", "example.net", "r.example.net"];
const HOSTS = ["r.example.net", "s.example.net", "r.example.org"];

const DEEP = "h.g.f.e.a.b.example.com";

/** Returns random records of a name with eight labels, and of the name above it. */
function deep(below: (below: number) => number): Dns {
  const texts = () => [[], ["v=DMARC1; p=reject; psd=n"], ["v=DMARC1; p=quarantine"]][below(3)] as string[];
  return dnsOf({ [DEEP]: texts(), "g.f.e.a.b.example.com": texts() });
}

/** Returns random records, most of them faulty, of a domain and of the hosts of its report addresses. */
function randomDns(below: (below: number) => number): Dns {
  const pick = <T>(all: readonly T[]): T => all[below(all.length)] as T;
  const record = () => pick(STARTS) + Array.from({ length: below(6) }, () => pick(PARTS)).join("; ");
  const texts = () => {
    const kind = below(10);
    if (kind === 0) return "servfail" as const;
    return kind < 3 ? [] : kind < 9 ? [record()] : [record(), `${record()}; other=1`];
  };
  const names = [...OWN.filter(() => below(3) > 0), ...OTHERS.filter(() => below(6) === 0)];
  const reports = OWN.flatMap((name) => HOSTS.map((host) => `${name}._report._dmarc.${host}`));
  return dnsOf({
    ...Object.fromEntries(names.map((name) => [name, texts()])),
    ...Object.fromEntries(
      reports
        .filter(() => below(3) === 0)
        .map((name) => [name, pick([["v=DMARC1"], ["v=spf1 -all"], "servfail" as const])]),
    ),
  });
}

/**
 * Follows every recommendation for `count` domains with random records. The findings that a recommendation fixes must
 * disappear, and no new error may appear.
 * @returns the codes of the findings that disappeared.
 */
export function followRecommendations(count: number, seed: number): ReadonlySet<string> {
  const below = numbers(seed);
  const fixed = new Set<string>();
  for (let i = 0; i < count; i++) {
    const dns = randomDns(below);
    const domain = ["example.com", "a.example.com", "a.b.example.com"][below(3)] as string;
    const asked = { domain, context: { parked: below(4) === 0 } };
    const { data, recommendations } = evaluateDns(dns, asked);
    expect(data.status === "unknown").toBe(data.effective === null);
    for (const recommendation of recommendations) {
      const owners = recommendation.publish.map(({ name }) => name);
      expect(owners).toEqual([...new Set(owners)]);
      // If the lookup at the name of the new record fails, the records published there are unknown and cannot be
      // removed.
      if (owners.some((name) => dns[`${name} TXT`] === "servfail")) continue;
      const after = evaluateDns(followed(dns, recommendation), asked);
      const left = after.data.findings.filter((code) => recommendation.codes.includes(code));
      const worse = after.findings.filter(
        ({ code, severity }) => severity === "error" && !data.findings.includes(code),
      );
      expect({ dns, domain, recommendation, left, worse }).toEqual({
        dns,
        domain,
        recommendation,
        left: [],
        worse: [],
      });
      for (const code of recommendation.codes) fixed.add(code);
    }
  }
  return fixed;
}

/**
 * Checks for `count` domains with random records that the policy for names below the domain is the result of a tree
 * walk that starts at such a name (RFC 9989 4.10.1).
 * @returns how many domains could be compared.
 */
export function compareWalks(count: number, seed: number): number {
  const below = numbers(seed);
  let compared = 0;
  for (let i = 0; i < count; i++) {
    const domain = ["example.com", "b.example.com", "a.b.example.com", DEEP][below(4)] as string;
    const dns = { ...randomDns(below), ...(domain === DEEP ? deep(below) : {}) };
    const { effective } = evaluateDns(dns, { domain }).data;
    const there = evaluateDns(dns, { domain: `zz.${domain}` }).data;
    // If a lookup failed, the two evaluations may be based on different records.
    if (effective === null || there.status === "unknown") continue;
    // A walk that starts below a name with eight labels skips that name.
    if (effective.subdomains === null && there.effective?.domain !== null && domain === DEEP) continue;
    expect({ dns, domain, below: effective.subdomains }).toEqual({
      ...{ dns, domain, below: there.effective?.domain ?? null },
    });
    compared += 1;
  }
  return compared;
}
