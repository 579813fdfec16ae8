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

export type ServeOptions = {
  readonly contracts: readonly Contract[];
  readonly version: string;
};

/** One request of an assistant. */
type Asked = {
  readonly request: Request;
  /** Its JSON, read. */
  readonly body: unknown;
  readonly ask: Ask;
  /** Hears of errors that are our own mistakes, or the library's. */
  readonly onError: (error: unknown) => void;
};

/** Answers a request of an assistant. */
export type Serve = (asked: Asked) => Promise<Response>;

const INSTRUCTIONS = `Read-only look-ups of DNS, mail, TLS, registration and blocklist data, as they are now. Each answer has a verdict: pass, warning, fail, or unknown, which means that it could not be found out and never "no". ${DATA_NOTICE}`;

/**
 * The protocol, by its official library, without sessions: each request has a server of its own, and is answered by one JSON body.
 * Loaded when the first assistant comes.
 */
export function createServe({ contracts, version }: ServeOptions): Serve {
  const tools = toolList(contracts);
  const byName = new Map<string, Contract>(contracts.map((contract) => [contract.tool, contract]));

  function serverFor({ ask, onError }: Asked): Server {
    const server = new Server(
      { name: "dnstools", version },
      { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
    );
    // A call that its own batch cancels would have no answer, and the batch would never end. Who hangs up ends its calls.
    server.setNotificationHandler("notifications/cancelled", () => {});
    server.setRequestHandler("tools/list", () => ({ tools }));
    server.setRequestHandler("tools/call", ({ params }) => {
      const contract = byName.get(params.name);
      if (contract === undefined) {
        const message = `There is no tool of this name: the tools are ${[...byName.keys()].join(", ")}.`;
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
          // A subscription is a stream that stays open, and nothing here ever changes.
          maxSubscriptions: 0,
          onerror: failed,
        }).fetch(request, { parsedBody: body });
    if (response.status >= 500) onError(failure);
    return response;
  };
}

/**
 * Answers by the protocol's versions before 2026-07-28, in JSON: the library's own way for them is a stream of events, whose end no
 * metric and no orderly stop would see.
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
