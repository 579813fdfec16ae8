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

/** What the document says of who offers the API. */
export type ApiInfo = {
  readonly version: string;
  /** The commit that it was built from. */
  readonly revision: string;
  /** Empty: wherever the document was found. */
  readonly publicUrl: string;
  /** An address, a URL or words; empty: none. */
  readonly contact: string;
  /** Units a client may use at once; 0: no limit. */
  readonly units: number;
  /** Seconds in which they come back. */
  readonly windowS: number;
  /** Milliseconds that each tool has here. */
  readonly deadlines: Readonly<Partial<Record<ToolName, number>>>;
  /** Milliseconds that a call waits for its turn at most. */
  readonly queueWaitMs: number;
};

/** The OpenAPI 3.1 document, made from the contracts. */
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
      summary: "DNS diagnostics that say what they saw and what they could not find out.",
      description: description(info),
      license: { name: "MIT", identifier: "MIT" },
      ...contactOf(info.contact),
    },
    servers: [{ url: info.publicUrl === "" ? "/" : info.publicUrl }],
    tags: [
      { name: "tools", description: "One look at the network each." },
      { name: "api", description: "About this API itself; free of charge." },
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

/** CommonMark. What holds for all operations is said here once. */
function description({ units, windowS }: ApiInfo): string {
  const limit =
    units === 0
      ? "No limit is set here."
      : `A client (one IPv4 address, or one /64 of IPv6) has ${units} units, which come back evenly over ${windowS} s; each tool costs some.`;
  return `Read-only. Every part that came from outside has a status beside it; \`unknown\` with a reason is never a no.

${limit} With a valid \`X-API-Key\` no limit applies. What is refused is free. Any origin may read answers
(\`Access-Control-Allow-Origin: *\`), and none of them is to be kept (\`Cache-Control: no-store\`).

HEAD works wherever GET does, at the same cost; OPTIONS is free and answers 204. Problems are \`application/problem+json\` (RFC 9457), or a page where
\`Accept\` prefers HTML, [explained on a page of their own](/docs/errors), as are [findings](/docs/findings) and [words of a status](/docs/words). Three belong to no operation:

${describeCode("unknown_path")} Status 404, at any other path.
${describeCode("moved")} Status 308, at any path of this API with a slash at its end.
${describeCode("origin_refused")} Status 403, at \`/mcp\` alone.
${describeCode("client_gone")} Status 400, for the operator's log: nobody is left to read it.`;
}

/** An e-mail address, a URL, or else a name (OpenAPI 3.1 4.8.3). */
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

Costs ${contract.cost} unit${contract.cost === 1 ? "" : "s"}. Works for ${deadlineMs / 1000} s at most and answers with what there is by then; before that a call waits for its turn, ${info.queueWaitMs / 1000} s at most.

${examplesOf(contract)}`,
    parameters: parameters(contract),
    responses: {
      200: success(
        answerName(contract),
        // Not as `externalValue`: generators take that for a part of the document, and fail where it was saved as a file.
        `The answer. The example has \`view=summary\`; [a whole one](${examplePath(contract.tool)}) is beside this document.`,
        summaryExample(contract.tool),
      ),
      ...toolRefusals(contract.notFound),
    },
  };
}

/** OpenAPI has no way to say it of query parameters but in words. */
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
      success("Listing", "All tools; the example has but one.", {
        name: "dnstools",
        version,
        tools,
        ...LINKS,
      }),
    ),
    "/api/v1/limits": freeOperation(
      "limits",
      "What the caller may still do",
      success("Limits", "The caller's state.", {
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
