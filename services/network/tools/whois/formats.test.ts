import { describe, expect, test } from "bun:test";
import { absent, present } from "@dnstools/core/tool/outcome";
import { readWhois } from "@dnstools/net/registry/whois-text";
import { analyse } from "./analyse.ts";
import { type Kind, readSamples, type Sample } from "./test/samples.ts";
import { delegationIn, FACTS, judge, outcomeOf, WORLDS, type World } from "./test/worlds.ts";

const SAMPLES = readSamples();
/** Time of the simulated lookups: 2026-11-20, when no registration in a sample has expired. */
const AT = Date.UTC(2026, 10, 20) / 1000;

/** Expected outcome for each kind of text, by what DNS reports. */
const OUTCOMES: Readonly<Record<Kind, Readonly<Record<World, string>>>> = {
  registered: { delegated: "registered", denied: "registered", "not asked": "registered" },
  dying: { delegated: "registered", denied: "registered", "not asked": "registered" },
  free: { delegated: "unknown contradictory", denied: "available", "not asked": "unknown servfail" },
  reserved: { delegated: "unknown contradictory", denied: "reserved", "not asked": "reserved" },
  limited: {
    delegated: "unknown rate_limited",
    denied: "unknown rate_limited",
    "not asked": "unknown rate_limited",
  },
};

function at({ text, server, name }: Sample, world: World) {
  return judge(new TextEncoder().encode(text), server, name, world);
}

test("150 registries have a registered and a free sample", () => {
  const of = (kind: Kind) => new Set(SAMPLES.filter((one) => one.kind === kind).map(({ server }) => server));
  const both = [...of("registered")].filter((server) => of("free").has(server));
  expect(both.length).toBeGreaterThanOrEqual(150);
});

describe.each(WORLDS.map((world) => ({ world })))("where DNS is $world", ({ world }) => {
  test("every sample of every registry has the outcome of its kind", () => {
    const wrong = SAMPLES.flatMap((sample) => {
      const got = outcomeOf(at(sample, world));
      const { format, server, kind } = sample;
      return got === OUTCOMES[kind][world] ? [] : [`${format} ${server} ${kind}: ${got}`];
    });
    expect(wrong).toEqual([]);
  });
});

test("the facts of every registered sample are read correctly", () => {
  const wrong = SAMPLES.filter(({ kind }) => kind === "registered").flatMap((sample) => {
    const data = at(sample, "delegated").registration;
    if (data === null) return [`${sample.format} ${sample.server}: no registration`];
    return Object.entries(FACTS).flatMap(([fact, check]) => {
      const got = check(data);
      const bad = got === false || (got === null && sample.wanted.includes(fact));
      return bad ? [`${sample.format} ${sample.server} ${fact}: ${JSON.stringify(data).slice(0, 900)}`] : [];
    });
  });
  expect(wrong).toEqual([]);
});

test("the stage of every expired or deleted sample is found", () => {
  const stages = ["expired", "redemption", "pending_delete", "hold"];
  const wrong = SAMPLES.filter(({ kind }) => kind === "dying").flatMap((sample) => {
    const { format, server, name, text, wanted } = sample;
    const outcome = present(readWhois(new TextEncoder().encode(text), "iso-8859-1"));
    const registration = {
      bootstrap: absent("not_offered"),
      rdap: null,
      texts: [{ server, role: "registry" as const, outcome }],
      rests: [],
      elapsedMs: 1,
    };
    const observed = {
      ...{ at: AT, registration, delegation: delegationIn("denied", name), delegationMs: 1, ds: null },
      ...{ topLevel: null, network: null, resolverAlive: null, evidence: [] },
    };
    const judged = analyse(observed, { domain: name as never, ip: null });
    const codes = judged.kind === "answer" ? judged.findings.map(({ code }) => code) : [];
    const code = (stage: string) => (stage === "hold" ? "whois.on_hold" : `whois.${stage}`);
    const missing = wanted.filter((one) => stages.includes(one) && !codes.includes(code(one)));
    return missing.map((one) => `${format} ${server}: no ${one} in ${codes.join(" ")}`);
  });
  expect(wrong).toEqual([]);
});
