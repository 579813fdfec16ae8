import { join } from "node:path";
import { json } from "@dnstools/lab/support/product";

/** An answer as a client receives it. */
export type Answer = {
  readonly name: string;
  /** Name of the answer's schema in the OpenAPI document. */
  readonly schema: string;
  readonly value: unknown;
};

/** Domains with faults, so that many nullable fields of their answers are set. */
const DOMAINS = ["example.com", "expired.com", "lame.com", "half.com", "spf-eleven.policy.com"];
/** Calls that are refused, each for a different reason. */
const REFUSED = [
  "dns?domian=example.com",
  "dns?domain=nothing-here.example.com",
  "reverse?ip=10.0.0.1",
  "nosuch",
];

/**
 * Collects the recorded answers, the answers to all examples of the tools in full and as summaries, the answers
 * about some domains, and some problems.
 */
export async function collectAnswers(url: string): Promise<readonly Answer[]> {
  const { tools } = (await json(fetch(`${url}/api/v1`))) as { tools: readonly Tool[] };
  const answers: Answer[] = [
    { name: "/api/v1", schema: "Listing", value: await json(fetch(`${url}/api/v1`)) },
    { name: "/api/v1/limits", schema: "Limits", value: await json(fetch(`${url}/api/v1/limits`)) },
  ];
  for (const { tool, examples, parameters } of tools) {
    const schema = `${tool.charAt(0).toUpperCase()}${tool.slice(1)}Answer`;
    const recorded = Bun.file(join(import.meta.dir, `../gateway/openapi/examples/${tool}.json`));
    answers.push({ name: `${tool}.json`, schema, value: await recorded.json() });
    const paths = examples.flatMap((one) => [one.url, `${one.url}&view=summary`]);
    if (parameters.some(({ name }) => name === "domain"))
      paths.push(...DOMAINS.map((domain) => `/api/v1/${tool}?domain=${domain}`));
    answers.push(...(await Promise.all(paths.map((path) => ask(url, path, schema)))));
  }
  for (const path of REFUSED) answers.push(await ask(url, `/api/v1/${path}`, "Problem"));
  return answers;
}

type Tool = {
  readonly tool: string;
  readonly examples: readonly { readonly url: string }[];
  readonly parameters: readonly { readonly name: string }[];
};

async function ask(url: string, path: string, schema: string): Promise<Answer> {
  const response = await fetch(`${url}${path}`);
  return { name: path, schema: response.ok ? schema : "Problem", value: await response.json() };
}
