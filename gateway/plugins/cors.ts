import { cors } from "@elysiajs/cors";
import { Elysia } from "elysia";
import { MCP_METHODS, MCP_PATH } from "../mcp/path.ts";
import { HEADER_NAMES } from "./headers.ts";

/** Methods that the gateway allows, for CORS and for the `Allow` header. */
export const METHODS = "GET, HEAD, OPTIONS";
/** Request headers that a web page may send. */
const ALLOWED = "X-API-Key, X-Request-Id, Content-Type, Authorization, Accept-Language";
const MAX_AGE_S = 86_400;

/**
 * Allows web pages of other origins to read responses, without credentials. Preflight requests are answered by a route
 * and not by the CORS library, so that they pass through all plugins and get the headers of every response.
 * @param origins allowed origins; `*` for all; empty for this API's own pages only
 */
export function crossOrigin(origins: readonly string[] | "*") {
  const any = origins === "*";
  const plugin = cors({
    origin: any ? "*" : origins.length === 0 ? false : [...origins],
    credentials: false,
    methods: METHODS,
    allowedHeaders: ALLOWED,
    exposeHeaders: HEADER_NAMES.join(", "),
    preflight: false,
  });
  return new Elysia({ name: "cors" })
    .use(plugin)
    .onRequest(({ set }) => {
      // If all origins are allowed, the CORS library sends `Vary: *`, which forbids caching. That is too strict,
      // because these responses do not depend on the origin.
      set.headers["vary"] = any ? "Accept-Encoding" : "Accept-Encoding, Origin";
    })
    .options("/", ({ set }) => preflight(set))
    .options("/*", ({ set }) => preflight(set))
    .options(MCP_PATH, ({ set }) => {
      set.headers["access-control-allow-methods"] = MCP_METHODS;
      set.headers["access-control-allow-headers"] = `${ALLOWED}, MCP-Protocol-Version, Mcp-Method, Mcp-Name`;
      return preflight(set, MCP_METHODS);
    });
}

type Set = { headers: Record<string, string | number>; status?: unknown };

function preflight(set: Set, methods = METHODS): string {
  set.headers["access-control-max-age"] = String(MAX_AGE_S);
  set.headers["allow"] = methods;
  set.status = 204;
  return "";
}
