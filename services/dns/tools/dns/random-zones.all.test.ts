import { expect, test } from "bun:test";
import { RANDOM_SEED, type RandomZone, randomZones } from "@dnstools/lab/generate/random-zones";
import { RESOLVER, VALIDATING_BIND } from "@dnstools/lab/plan/hosts";
import { validatingBind } from "@dnstools/lab/servers/bind";
import { dig } from "@dnstools/lab/support/dig";
import { startOnInternet } from "@dnstools/lab/support/internet-server";
import { startProduct } from "@dnstools/lab/support/product";
import { serveRandomZones } from "@dnstools/lab/support/random-zones";
import { atOnce } from "@dnstools/lab/support/run";
import type { DnsData } from "./data.ts";

const COUNT = 200;
/** Types of a whole report that the resolvers are asked for. */
const TYPES = ["A", "AAAA", "MX", "TXT", "NS", "SOA"] as const;
/** The types of the second call about each name, in turn. */
const SINGLE = ["A", "AAAA", "TXT", "SOA"] as const;

/**
 * Zones that the product calls insecure, so that it checks no denial, although both resolvers validate them: by how
 * they are signed, as of 2026-11-28, with the reason.
 */
const INTENDED: Readonly<Record<string, string>> = {
  "NSEC, SHA-1":
    "RFC 9905 2: validators must treat RSASHA1 as insecure; Unbound 1.17 and BIND 9.18 still validate it",
};

type Call = { readonly zone: RandomZone; readonly name: string; readonly type: string | null };
/** What the product says. */
type Said = {
  readonly secure: boolean;
  readonly insecure: boolean;
  /** It says that the name does not exist. */
  readonly denied: boolean;
  readonly critical: boolean;
  readonly words: string;
};
/** A resolver's answers by type: `SERVFAIL`, `NOERROR AD` and so on. */
type Answers = ReadonlyMap<string, string>;

type Body = {
  readonly code?: string;
  readonly data?: DnsData;
  readonly findings?: readonly { code: string; severity: string; subject: string | null }[];
};

async function say(url: string, { zone, name, type }: Call): Promise<Said> {
  const response = await fetch(`${url}/api/v1/dns?domain=${name}${type === null ? "" : `&type=${type}`}`);
  const { code, data, findings = [] } = (await response.json()) as Body;
  const critical = findings.filter(({ severity }) => severity === "critical");
  const status = data?.resolver?.authenticated ? "secure" : data?.dnssec?.status;
  const unknown = Object.entries(data?.types ?? {}).flatMap(([type, one]) =>
    one?.status === "unknown" ? [`${type} ${one.reason}`] : [],
  );
  const isIntended = INTENDED[zone.signing] !== undefined;
  return {
    secure: status === "secure" && critical.length === 0,
    insecure: status === "insecure" && !isIntended,
    denied: code === "domain_not_found" && !isIntended,
    critical: critical.length > 0,
    words: [code ?? status, ...unknown, ...critical.map((one) => `${one.code} ${one.subject}`)].join(", "),
  };
}

/** Number of dig processes. Resolvers wait for some of the zones. */
const LISTS = 32;

/** Asks a resolver for types of names. @param asked the types of each call. */
async function askResolver(
  address: string,
  asked: ReadonlyMap<Call, readonly string[]>,
): Promise<ReadonlyMap<Call, Answers>> {
  const questions = [...asked].flatMap(([call, types]) => types.map((type) => ({ call, type })));
  const lists = Array.from({ length: LISTS }, (_, k) => questions.filter((_, i) => i % LISTS === k));
  const answers = new Map([...asked.keys()].map((call) => [call, new Map<string, string>()]));
  await atOnce(
    lists.filter((list) => list.length > 0),
    async (list) => {
      const dug = await dig(
        list.map(({ call, type }) => `@${address} ${call.name} ${type} +time=8 +tries=2`),
      );
      for (const [i, { call, type }] of list.entries()) {
        const { status = "no answer", flags = [] } = dug[i] ?? {};
        answers.get(call)?.set(type, flags.includes("ad") ? `${status} AD` : status);
      }
    },
    LISTS,
  );
  return answers;
}

/** Returns the types for which a resolver's answers contradict the product. */
function contradicted({ secure, insecure, denied, critical }: Said, answers: Answers): readonly string[] {
  const all = [...answers.values()];
  const authenticated = all.every((one) => one.endsWith(" AD"));
  if ((insecure && authenticated) || (critical && all.every((one) => one.startsWith("N"))))
    return [...answers.keys()];
  const refuses = (one: string) => one === "SERVFAIL" && (secure || denied);
  const unsigned = (one: string) => /^N[A-Z]+$/.test(one) && secure;
  return [...answers].flatMap(([type, one]) => (refuses(one) || unsigned(one) ? [type] : []));
}

test("the product agrees with Unbound and BIND about random zones, where these agree", async () => {
  const zones = randomZones(RANDOM_SEED, COUNT);
  await using _servers = await serveRandomZones(zones);
  await using _bind = await startOnInternet("validating-bind", [VALIDATING_BIND], validatingBind);
  await using product = await startProduct("all", { RATE_LIMIT_UNITS: "0", NAMESERVER_QPS: "0" });
  const names = zones.flatMap((zone) => zone.names.map((name) => ({ zone, name })));
  const calls = names.flatMap((one, i): Call[] => [
    { ...one, type: null },
    { ...one, type: SINGLE[i % SINGLE.length] ?? null },
  ]);
  const said = new Map<Call, Said>();
  await atOnce(calls, async (call) => void said.set(call, await say(product.url, call)), 12);
  const typesOf = ({ type }: Call) => (type === null ? TYPES : [type]);
  const unbound = await askResolver(RESOLVER, new Map(calls.map((call) => [call, typesOf(call)])));

  // BIND is asked only where Unbound contradicts the product.
  const doubted = new Map(
    calls.flatMap((call): [Call, readonly string[]][] => {
      const types = contradicted(said.get(call) as Said, unbound.get(call) as Answers);
      return types.length === 0 ? [] : [[call, types]];
    }),
  );
  const bind = await askResolver(VALIDATING_BIND, doubted);
  const wrong = [...bind].flatMap(([call, answers]) => {
    const { words } = said.get(call) as Said;
    const each = contradicted(said.get(call) as Said, answers).map(
      (type) => `${type} ${unbound.get(call)?.get(type)}, ${answers.get(type)}`,
    );
    if (each.length === 0) return [];
    return [
      `${call.name} ${call.type ?? "(whole)"}: ${words}; Unbound, BIND: ${each.join("; ")} (${call.zone.what})`,
    ];
  });
  expect({ seed: RANDOM_SEED, wrong }).toEqual({ seed: RANDOM_SEED, wrong: [] });
}, 400_000);
