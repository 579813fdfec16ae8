import { expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scaleWaits } from "@dnstools/core/waits";
import { rrSetsOf, trueAddressesOf } from "@dnstools/lab/plan/expect";
import { ZONES } from "@dnstools/lab/plan/zones";
import { createGuard } from "../guard.ts";
import { createDnsClient } from "./client.ts";
import { createServerRateLimiter } from "./server-rate-limiter.ts";

/** Every name and type in the lab's zones, each with the address of a server of its zone. */
const QUESTIONS = ZONES.flatMap((zone) => {
  const [address] = trueAddressesOf(zone);
  if (address === undefined || zone.blocklist !== undefined) return [];
  return rrSetsOf(zone).map(({ owner, type }) => ({ address, owner, type, name: owner.replace(/\.$/, "") }));
});

/**
 * Queries every question with dig. Returns the answer lines by question, sorted and without the TTL: owner, type,
 * data.
 */
async function dig(): Promise<ReadonlyMap<string, readonly string[]>> {
  const file = join(tmpdir(), `questions-${crypto.randomUUID()}`);
  writeFileSync(file, QUESTIONS.map(({ address, owner, type }) => `@${address} ${owner} ${type}\n`).join(""));
  const options = ["+noall", "+question", "+answer", "+norecurse"];
  const child = Bun.spawn(["sh", "-c", `dig ${options.join(" ")} -f "${file}"; rm "${file}"`], {
    stdout: "pipe",
  });
  const answers = new Map<string, string[]>();
  let current: string[] = [];
  for (const line of (await child.stdout.text()).split("\n")) {
    const question = /^;(\S+)\s+IN\s+(\S+)$/.exec(line);
    if (question) {
      current = [];
      answers.set(`${question[1]} ${question[2]}`, current);
      continue;
    }
    const record = /^(\S+)\s+\d+\s+IN\s+(\S+)\s*(.*)$/.exec(line);
    if (record) current.push(`${record[1]} ${record[2]} ${record[3]}`.trim());
  }
  for (const lines of answers.values()) lines.sort();
  return answers;
}

test("every name and type in the lab's zones gives the same records as dig", async () => {
  const client = createDnsClient({
    guard: createGuard({ allow: [], deny: [] }, () => {}),
    rateLimiter: createServerRateLimiter(0),
    // Randomized letter case: this shows that the client also accepts every response of the lab's servers then.
    mixedCase: true,
    waits: scaleWaits(10),
    onEvent: () => {},
  });
  const expected = await dig();
  const differences: unknown[] = [];
  const types = new Set<string>();
  for (let at = 0; at < QUESTIONS.length; at += 20) {
    const some = QUESTIONS.slice(at, at + 20).map(async ({ address, owner, type, name }) => {
      const server = { name: "server", address, port: 53, upstream: "authoritative" as const };
      // The client cannot query a name with a backslash.
      if (name.includes("\\")) return;
      const { outcome } = await client.ask(server, { name, type }, AbortSignal.timeout(5000));
      const got =
        outcome.kind === "present"
          ? outcome.value.answers
              .map((record) =>
                `${record.name === "." ? "" : record.name}. ${record.type} ${record.value}`.trim(),
              )
              .sort()
          : outcome;
      const dug = expected.get(`${owner} ${type}`);
      types.add(type);
      if (JSON.stringify(got) !== JSON.stringify(dug)) differences.push({ owner, type, got, dug });
    });
    await Promise.all(some);
  }
  expect(types.size).toBeGreaterThan(60);
  expect(differences).toEqual([]);
});
