import { type Contract, type ToolName, toolPath } from "@dnstools/core/tool/contract";
import { linkOf } from "../pages/contact.ts";
import { LINKS, listing } from "../plugins/listing.ts";
import { examplePath, summaryExample } from "./examples.ts";
import { parameters, REQUEST_ID_REF, sharedParameters } from "./parameters.ts";
import {
  describeCode,
  freeRefusals,
  headers,
  problemExamples,
  refusals,
  success,
  toolRefusals,
} from "./responses.ts";
import { answerName, schemas } from "./schemas.ts";

/** The data of this API instance that the OpenAPI document contains. */
export type ApiInfo = {
  readonly version: string;
  /** The commit that the program was built from. */
  readonly revision: string;
  /** Public URL of the API; if empty, the API is at the origin that the document is loaded from. */
  readonly publicUrl: string;
  /** The operator's contact: an e-mail address, a URL or a text; empty if the operator has not set one. */
  readonly contact: string;
  /** Units that a client can spend at once; 0 means no limit. */
  readonly units: number;
  /** Seconds in which all spent units are restored. */
  readonly windowS: number;
  /** The operator's deadlines for tools, in milliseconds; a tool that is not listed has the deadline of its contract. */
  readonly deadlines: Readonly<Partial<Record<ToolName, number>>>;
  /** Longest time that a call waits for its turn, in milliseconds. */
  readonly queueWaitMs: number;
};

/** Returns the OpenAPI 3.1 document, generated from the contracts. */
export function openApi(contracts: readonly Contract[], info: ApiInfo): Record<string, unknown> {
  const tools = contracts.map(
    (contract) => [toolPath(contract.tool), { get: toolOperation(contract, info) }] as const,
  );
  return {
    openapi: "3.1.1",
    info: {
      title: "dnstools",
      version: info.version,
      "x-revision": info.revision,
      summary: "DNS diagnostics that report what they observed and what they could not determine.",
      description: description(info),
      license: { name: "MIT", identifier: "MIT" },
      ...contactOf(info.contact),
    },
    servers: [{ url: info.publicUrl === "" ? "/" : info.publicUrl }],
    tags: [
      { name: "tools", description: "Tools that query the network." },
      { name: "api", description: "Information about this API, free of charge." },
    ],
    paths: { ...Object.fromEntries(tools), ...freePaths(contracts, info) },
    components: {
      schemas: schemas(contracts),
      responses: refusals(),
      examples: problemExamples(),
      headers: headers(),
      parameters: sharedParameters(),
      securitySchemes: {
        key: {
          type: "apiKey",
          in: "header",
          name: "X-API-Key",
          description: "Optional. With a valid key the limit does not apply.",
        },
      },
    },
    security: [{}, { key: [] }],
  };
}

/** Returns the document's description in CommonMark. It explains everything that applies to all operations. */
function description({ units, windowS }: ApiInfo): string {
  const limit =
    units === 0
      ? "This API has no limit."
      : `A client (one IPv4 address, or one /64 of IPv6) has ${units} units, which are restored evenly over ${windowS} s; each tool call costs some of these units.`;
  return `Read-only. Every part of an answer that was observed on the network has a status; \`unknown\`, with a reason, never means no.

${limit} With a valid \`X-API-Key\` no limit applies.  Refused requests are free. Any origin may read answers
(\`Access-Control-Allow-Origin: *\`), and answers must not be cached (\`Cache-Control: no-store\`).

HEAD works wherever GET does, at the same cost; OPTIONS is free and answers 204. Problems are \`application/problem+json\` (RFC 9457), or a page where
\`Accept\` prefers HTML. Separate pages explain [problems](/docs/errors), [findings](/docs/findings) and [status words](/docs/words). Four problems are not listed with any operation:

${describeCode("unknown_path")} Status 404, at any other path.
${describeCode("moved")} Status 308, at any path of this API with a trailing slash.
${describeCode("origin_refused")} Status 403, only at \`/mcp\`.
${describeCode("client_gone")} Status 400, only in the operator's log, because the client has disconnected.`;
}

/** Returns the contact object with an e-mail address, a URL or a name (OpenAPI 3.1 4.8.3). */
function contactOf(contact: string): Record<string, unknown> {
  if (contact === "") return {};
  const link = linkOf(contact);
  if (link === null) return { contact: { name: contact } };
  const name = "the operator";
  return {
    contact: link.startsWith("mailto:") ? { name, email: link.slice("mailto:".length) } : { name, url: link },
  };
}

function toolOperation(contract: Contract, info: ApiInfo): Record<string, unknown> {
  const deadlineMs = info.deadlines[contract.tool] ?? contract.deadlineMs;
  return {
    operationId: contract.tool,
    tags: ["tools"],
    summary: contract.summary,
    description: `${contract.description}${alternatives(contract)}

Costs ${contract.cost} unit${contract.cost === 1 ? "" : "s"}. Runs for at most ${deadlineMs / 1000} s and then answers with the results it has; before that, a call waits at most ${info.queueWaitMs / 1000} s for its turn.

${examplesOf(contract)}`,
    parameters: parameters(contract),
    responses: {
      200: success(
        answerName(contract),
        // The property `externalValue` is not used: generators try to load it as part of the document, and fail if the
        // document was saved as a file.
        `The answer. The example has \`view=summary\`; there is also [a whole answer](${examplePath(contract.tool)}).`,
        summaryExample(contract.tool),
      ),
      ...toolRefusals(contract.notFound),
    },
  };
}

/** Describes alternative parameters in words, because OpenAPI cannot express them for query parameters. */
function alternatives({ exactlyOne }: Contract): string {
  return exactlyOne === undefined
    ? ""
    : ` Exactly one of ${exactlyOne.map((name) => `\`${name}\``).join(" and ")} must be sent.`;
}

function examplesOf({ tool, examples }: Contract): string {
  const entries = examples.map(({ query, shows }) => {
    const url = `${toolPath(tool)}?${query}`;
    return `- [\`${url}\`](${url}): ${shows}`;
  });
  return `Examples:\n\n${entries.join("\n")}`;
}

function freePaths(contracts: readonly Contract[], { version, units, windowS }: ApiInfo) {
  const tools = contracts.slice(0, 1).map(listing);
  const costs = Object.fromEntries(contracts.map(({ tool, cost }) => [tool, cost]));
  const limit = units === 0 ? 60 : units;
  return {
    "/api/v1": freeOperation(
      "listTools",
      "The tools with their parameters and costs",
      success("Listing", "All tools; the example shows only one.", {
        name: "dnstools",
        version,
        tools,
        ...LINKS,
      }),
    ),
    "/api/v1/limits": freeOperation(
      "limits",
      "The caller's remaining units",
      success("Limits", "The caller's limit and remaining units.", {
        plan: "anonymous",
        limit,
        remaining: limit - 1,
        resetS: 1,
        windowS,
        costs,
      }),
    ),
  };
}

function freeOperation(operationId: string, summary: string, answer: Record<string, unknown>) {
  return {
    get: {
      operationId,
      tags: ["api"],
      summary,
      parameters: [REQUEST_ID_REF],
      responses: { 200: answer, ...freeRefusals() },
    },
  };
}
