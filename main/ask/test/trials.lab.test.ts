import { expect, test } from "bun:test";
import { countQuestions } from "@dnstools/lab/support/count";
import { json, startProduct } from "@dnstools/lab/support/product";
import { ran } from "./command.fixture.ts";

const ON = { env: { EGRESS_TEST: "on" } };
/** A root server with which the trials of this host begin (services/shared/net/host/roots.ts). */
const TRIED = "199.7.83.42";

test("a command tries nothing of its host until an outcome would be blamed on a server", async () => {
  const good = await countQuestions([TRIED]);
  for (const call of ["dns example.com", "mail perfect.com", "whois registered.org", "dnsbl 5.66.7.7"])
    await ran(call.split(" "), ON);
  expect(await good.stop()).toEqual([]);
  const silent = await countQuestions([TRIED]);
  const { out } = await ran(["dns", "half.com", "--json"], ON);
  expect(JSON.parse(out).meta.environment).toEqual([]);
  expect((await silent.stop()).length).toBeGreaterThan(0);
});

test("with the trials, the queries of a call and its answer are the same as without", async () => {
  const answersOf = async (env: Readonly<Record<string, string>>) => {
    await using product = await startProduct("all", env);
    const ask = async (call: string) => {
      const { evidence, findings, summary, data, meta } = await json(fetch(`${product.url}/api/v1/${call}`));
      const questions = evidence.map(({ question, address }: { question: string; address: string }) =>
        `${question} ${address}`.replace(/^[0-9a-f]{16}\./, "random."),
      );
      return {
        call,
        // On a busy machine, a late answer over UDP makes the client ask again over TCP.
        questions: [...new Set<string>(questions)].filter((line) => !line.includes("+tcp")).sort(),
        findings: findings.length,
        summary,
        status: data.status,
        meta: meta.environment,
      };
    };
    return await Promise.all(
      [
        "dns?domain=signed.com",
        "dns?domain=half.com",
        "ssl?host=valid.certs.com",
        "mail?domain=perfect.com",
      ].map(ask),
    );
  };
  expect(await answersOf(ON.env)).toEqual(await answersOf({}));
});
