/** Where assistants reach the tools. */
export const MCP_PATH = "/mcp";

/** Methods that it answers, for `Allow`. */
export const MCP_METHODS = "POST, OPTIONS";
