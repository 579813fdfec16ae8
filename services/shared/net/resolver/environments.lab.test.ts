import { beforeAll, expect, test } from "bun:test";
import type { EnvironmentName } from "@dnstools/lab/host/environments";
import { answerIn, answersOn } from "../test/host-answers.ts";
import { type Answer, toldHere } from "../test/told.ts";

// Resolvers as people have them: the answers must be those of a host whose resolver can do everything.

const CALLS = [
  ...["dns?domain=example.com", "dns?domain=www.example.com&type=A", "dns?domain=expired.com&type=A"],
  ...["dns?domain=never-registered-xyzzy.com&type=A", "dns?domain=expired.com", "mail?domain=perfect.com"],
  ...["ssl?domain=perfect.com&service=smtp25", "reverse?ip=5.31.0.1", "whois?domain=registered.org"],
];
/** Hosts on which all calls have the same status and findings as on a clean host. */
const ALIKE = [
  ...([
    "podman",
    "docker",
    "dnsmasq",
    "router-old",
    "edns-drop-router",
    "strips-ad",
    "strips-dnssec",
  ] as const),
  ...(["refuses-root", "first-closed", "two-dead-of-three", "link-local", "no-tcp-router"] as const),
] satisfies readonly EnvironmentName[];
/** Number of hosts that run side by side. */
const HOSTS = 3;

let clean: ReadonlyMap<string, Answer>;
const answers = new Map<EnvironmentName, ReadonlyMap<string, Answer>>();
beforeAll(async () => {
  clean = await answersOn("clean", CALLS);
  const names = [...ALIKE, "bind-no-validation"].values() as ArrayIterator<EnvironmentName>;
  const askInTurn = async () => {
    // The log says when the service is ready, and by then the resolvers may not have been checked.
    for (const name of names) answers.set(name, await answersOn(name, CALLS, LOGGED[name] ?? ""));
  };
  await Promise.all(Array.from({ length: HOSTS }, askInTurn));
});

/** What the product's log says of a resolver. */
const LOGGED: Partial<Record<EnvironmentName, string>> = { "bind-no-validation": "resolver_no_dnssec" };

test.each(ALIKE)("%s: the answers are those of a clean host", (name) => {
  const differing = CALLS.flatMap((call) => {
    const [here, there] = [answerIn(answers.get(name), call), answerIn(clean, call)];
    const told = toldHere(here, there);
    const [status, expected] = [here, there].map((one) => one.summary?.status ?? one.status);
    return status === expected && told.length === 0 ? [] : [[call, status, expected, ...told]];
  });
  expect(differing).toEqual([]);
});

test("a resolver that validates nothing: a signed name is unknown, and the answer says why", () => {
  const answer = answerIn(answers.get("bind-no-validation"), "dns?domain=expired.com&type=A");
  expect(answer).toMatchObject({
    summary: { status: "unknown", text: expect.stringContaining("resolver_no_dnssec") },
    meta: { environment: ["resolver_no_dnssec"] },
  });
});
