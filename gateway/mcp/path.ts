/** Path of the MCP endpoint for AI assistants. */
export const MCP_PATH = "/mcp";

/** Methods that the MCP endpoint allows, for the `Allow` header. */
export const MCP_METHODS = "POST, OPTIONS";
