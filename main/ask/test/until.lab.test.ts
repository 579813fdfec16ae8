import { expect, test } from "bun:test";
import { join } from "node:path";
import { LAGGARD } from "@dnstools/lab/plan/hosts";
import { dig } from "@dnstools/lab/support/dig";
import { publish } from "@dnstools/lab/support/publish";
import { run } from "@dnstools/lab/support/run";
import { followed, ran } from "./command.fixture.ts";

/** Returns a name that no earlier test run has published. */
const nameOf = (what: string) => `${what}-${crypto.randomUUID().slice(0, 8)}.fix.com`;

test("--until asks again until a record is there, a line each turn", async () => {
  const name = nameOf("until");
  const child = followed(["dns", name, "--type", "TXT", "--until", "pass", "--every", "5s", "--json"]);
  await child.says("Next turn in 5 s.\n");
  await publish({ add: [{ name, type: "TXT", value: "it is there" }] });
  const { out, err, code } = await child.ended;
  expect(err).toMatch(
    /^\d\d:\d\d:\d\d turn 1: domain_not_found: \S+ does not exist.*\n\d\d:\d\d:\d\d turn 2: pass: .*\n$/,
  );
  expect(JSON.parse(out).data.records.TXT[0].value).toContain("it is there");
  expect(code).toBe(0);
});

test("--until ends when a change has arrived at public resolvers", async () => {
  const name = nameOf("arrives");
  await publish({ add: [{ name, type: "A", value: "93.184.219.101" }] });
  // This query makes the resolver cache the old response before the change.
  await dig([`@${LAGGARD} ${name}. A`]);
  await publish({
    remove: [{ name, type: "A", value: "93.184.219.101" }],
    add: [{ name, type: "A", value: "93.184.219.102" }],
  });
  const child = followed([
    "propagation",
    name,
    "--country",
    "de",
    "--limit",
    "6",
    "--until",
    "pass",
    "--every",
    "5s",
  ]);
  await child.says("Next turn in 5 s.\n");
  const config = join(process.env["LAB_RUN"] ?? "", "laggard", "unbound.conf");
  await run("unbound-control", "-c", config, "flush_zone", name);
  const { out, err, code } = await child.ended;
  expect(err).toMatch(/ turn 1: warning: .* has an old answer.*\n.* turn 2: pass: .*\n$/);
  expect(out).toStartWith(`propagation  ${name}`);
  expect(code).toBe(0);
});

test("--until does not repeat a question that is wrong, and an interrupt ends its wait", async () => {
  const wrong = await ran(["dns", "example.com", "--type", "X", "--until", "pass"]);
  expect(wrong.code).toBe(2);
  const child = followed(["dns", "nope.fix.com", "--until", "warning", "--every", "1h"]);
  await child.says("Next turn in 3600 s.\n");
  child.kill("SIGINT");
  const { out, err, code } = await child.ended;
  expect({ out, code }).toEqual({ out: "", code: 130 });
  expect(err).toEndWith("\nInterrupted: dns nope.fix.com is unfinished.\n");
});
