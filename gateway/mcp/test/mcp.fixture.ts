import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

export const MCP_URL = "http://localhost/mcp";

type Handler = (request: Request) => Promise<Response>;

/** Creates a POST request like those that programs send. */
export function post(body: unknown, headers: Readonly<Record<string, string>> = {}): Request {
  return new Request(MCP_URL, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

/** Creates the message of a tool call for protocol versions before 2026-07-28. */
export function call(name: string, args: Readonly<Record<string, unknown>>, id: number | string = 1) {
  return { jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: args } };
}

/** The result of a tool call. */
export type Result = {
  readonly isError?: boolean;
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent: Readonly<Record<string, unknown>>;
};

/**
 * Connects the official MCP client.
 * @param modern true to try the newest protocol version first
 */
export async function connect(
  handler: Handler,
  {
    modern = false,
    headers = {},
  }: { readonly modern?: boolean; readonly headers?: Record<string, string> } = {},
  url = MCP_URL,
) {
  const client = new Client(
    { name: "test", version: "1" },
    modern ? { versionNegotiation: { mode: { pin: "2026-07-28" } } } : {},
  );
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    requestInit: { headers },
    fetch: (input, init) => handler(new Request(String(input), init)),
  });
  await client.connect(transport);
  return {
    client,
    call: async (name: string, args: Record<string, unknown>) =>
      (await client.callTool({ name, arguments: args })) as unknown as Result,
    [Symbol.asyncDispose]: () => client.close(),
  };
}
