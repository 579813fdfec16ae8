import type { Contract } from "@dnstools/core/tool/contract";
import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { type Ask, callTool } from "./call-tool.ts";
import { DATA_NOTICE, toolList } from "./tool-list.ts";

/** Options of the MCP server. */
export type ServeOptions = {
  readonly contracts: readonly Contract[];
  readonly version: string;
};

/** One request of an assistant. */
type Asked = {
  readonly request: Request;
  /** The parsed JSON body. */
  readonly body: unknown;
  readonly ask: Ask;
  /** Called on unexpected errors in this program or in the MCP library. */
  readonly onError: (error: unknown) => void;
};

/** Handles a request of an assistant. */
export type Serve = (asked: Asked) => Promise<Response>;

const INSTRUCTIONS = `Read-only lookups of current DNS, mail, TLS, registration and blocklist data. Each answer has a verdict: pass, warning, fail, or unknown, which means that the result could not be determined, and never "no". ${DATA_NOTICE}`;

/**
 * Creates the handler of MCP requests, based on the official MCP library. There are no sessions: each request gets its
 * own server object and one JSON response. This module is loaded on the first request only.
 */
export function createServe({ contracts, version }: ServeOptions): Serve {
  const tools = toolList(contracts);
  const byName = new Map<string, Contract>(contracts.map((contract) => [contract.tool, contract]));

  function serverFor({ ask, onError }: Asked): Server {
    const server = new Server(
      { name: "dnstools", version },
      { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
    );
    // Cancellations are ignored: if a call were cancelled within its own batch, it would get no response and the batch
    // would never end. A client can cancel its calls by disconnecting.
    server.setNotificationHandler("notifications/cancelled", () => {});
    server.setRequestHandler("tools/list", () => ({ tools }));
    server.setRequestHandler("tools/call", ({ params }) => {
      const contract = byName.get(params.name);
      if (contract === undefined) {
        const message = `There is no tool with this name; the tools are ${[...byName.keys()].join(", ")}.`;
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
      }
      return callTool({ contract, args: params.arguments ?? {}, contracts, ask }).catch((error) => {
        onError(error);
        throw new ProtocolError(
          ProtocolErrorCode.InternalError,
          "Something went wrong on our side; it has been logged.",
        );
      });
    });
    return server;
  }

  return async (asked) => {
    const { request, body, onError } = asked;
    let failure: unknown = null;
    const failed = (error: unknown) => {
      failure = error;
    };
    const response = (await isLegacyRequest(request, body))
      ? await answerLegacy(serverFor(asked), asked, failed)
      : await createMcpHandler(() => serverFor(asked), {
          legacy: "reject",
          // Subscriptions are disabled: they would keep streams open, and the list of tools never changes.
          maxSubscriptions: 0,
          onerror: failed,
        }).fetch(request, { parsedBody: body });
    if (response.status >= 500) onError(failure);
    return response;
  };
}

/**
 * Answers requests of protocol versions before 2026-07-28 with JSON. The library's default is an event stream, and
 * neither the metrics nor a graceful shutdown would notice the end of that stream.
 */
async function answerLegacy(
  server: Server,
  { request, body }: Asked,
  onerror: (error: unknown) => void,
): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  server.onerror = onerror;
  await server.connect(transport);
  try {
    return await transport.handleRequest(request, { parsedBody: body });
  } finally {
    await server.close();
  }
}
