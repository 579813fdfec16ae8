import type { Answer } from "@dnstools/core/report/answer";
import type { Contract } from "@dnstools/core/tool/contract";
import { finding, worstFirst } from "@dnstools/core/tool/finding";
import { Kind, type TSchema } from "@sinclair/typebox";

/** Creates a generator of random numbers in [0, 1), reproducible by its seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

type Choice = { readonly random: () => number; readonly text: () => string };

/**
 * Creates a random answer that fits a tool's contract. The caller of this function supplies the texts for fields that
 * allow any text.
 */
export function randomAnswer(contract: Contract, choice: Choice): Answer {
  const { random, text } = choice;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const ids = ["1", "2", "3"];
  const codes = Object.keys(contract.findings);
  const findings = Array.from({ length: Math.floor(random() * 4) }, () => ({
    ...finding(contract.findings, pick(codes), pick([null, text(), { subjects: [text(), text()] }])),
    evidence: [pick(ids)],
  }));
  const target = text();
  const data = random() < 0.05 ? null : randomValue(contract.data, choice, 0);
  return {
    tool: contract.tool,
    query: { domain: target, extra: text() },
    summary: {
      status: pick(["pass", "warning", "fail", "unknown"]),
      // The text contains the target in full, or shortened like in real summaries.
      text: pick([
        `The name ${target} leads on.`,
        `It has "${target.slice(0, Math.max(3, target.length - 5))}....`,
        `It has ${target.slice(0, Math.max(3, target.length - 5))} ...`,
      ]),
    },
    data,
    findings: worstFirst(findings),
    evidence: ids.map((id) => ({
      id,
      question: pick([`${text()} IN MX`, "example.com. IN A", text()]),
      server: text(),
      address: pick(["192.0.2.1", text()]),
      transport: pick(["udp", "tcp", "https", "tls", "whois"] as const),
      rcode: pick([null, text()]),
      flags: [],
      errors: [{ code: 1, name: text(), text: text() }],
      nsid: text(),
      ttl: 60,
      elapsedMs: 1,
      at: "2026-11-23T12:00:00.000Z",
      reason: null,
    })),
    links: {
      self: `/api/v1/${contract.tool}?domain=${encodeURIComponent(target)}`,
      report: null,
      docs: "/docs",
      related: [],
    },
    meta: {
      observedAt: "2026-11-23T12:00:00.000Z",
      elapsedMs: 1,
      deadlineMs: 5000,
      cost: 1,
      version: "0.1.0",
      requestId: "00000000",
      cache: { hit: false, ageS: 0 },
      environment: [],
    },
  };
}

/** Creates a random value that fits a schema. Deeply nested lists and trees are short. */
function randomValue(schema: TSchema, choice: Choice, depth: number): unknown {
  const { random, text } = choice;
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const {
    enum: words,
    anyOf,
    properties,
    items,
    patternProperties,
    additionalProperties,
  } = schema as {
    readonly enum?: readonly unknown[];
    readonly anyOf?: readonly TSchema[];
    readonly properties?: Readonly<Record<string, TSchema>>;
    readonly items?: TSchema;
    readonly patternProperties?: Readonly<Record<string, TSchema>>;
    readonly additionalProperties?: TSchema;
  };
  if (words !== undefined) return pick(words);
  if (anyOf !== undefined) return randomValue(pick(anyOf), choice, depth);
  if ("const" in schema) return schema["const"];
  switch (schema["type"]) {
    case "object": {
      const more = Object.values(patternProperties ?? {})[0] ?? additionalProperties;
      const own = Object.entries(properties ?? {}).map(([name, member]) => [
        name,
        randomValue(member, choice, depth + 1),
      ]);
      const others = typeof more === "object" ? [[text(), randomValue(more, choice, depth + 1)]] : [];
      return Object.fromEntries([...own, ...others]);
    }
    case "array":
      return Array.from({ length: Math.floor(random() * (depth > 6 ? 2 : 4)) }, () =>
        randomValue(items as TSchema, choice, depth + 1),
      );
    case "integer":
      return Math.floor(random() * 100);
    case "number":
      return random() * 100;
    case "boolean":
      return random() < 0.5;
    case "null":
      return null;
    case "string":
      return schema["format"] === "date-time" && random() < 0.7 ? "2026-11-23T12:00:00.000Z" : text();
    default:
      throw new Error(`no value of ${String(schema[Kind])} is known`);
  }
}
