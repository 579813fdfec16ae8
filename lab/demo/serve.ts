import { OWN_RESOLVER } from "../plan/hosts.ts";
import { startProcess } from "../support/product.ts";
import { forward } from "./forward.ts";

/**
 * The inner part of bin/demo, which lab/inside.ts starts: the product, and a Unix socket that forwards to it. The
 * socket's path is the only line that this process writes. Its argument is the URL that the browser uses.
 */
const folder = process.env["LAB_RUN"] ?? "";
const path = `${folder}/demo.sock`;

// There is nothing to drain: all processes of the lab end with this one.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => process.exit(0));

const product = await startProcess("all", {
  PORT: "8080",
  DATA_DIR: `${folder}/data`,
  PUBLIC_URL: process.argv[2] ?? "",
  // The operator's own resolver, because blocklists refuse queries from public resolvers.
  DNS_RESOLVERS: OWN_RESOLVER,
  // A high limit, because one person tries all tools in a short time.
  RATE_LIMIT_UNITS: "600",
  WAIT_FACTOR: process.env["WAIT_FACTOR"] ?? "1",
});
const { hostname: host, port } = new URL(product.url);
if ((await forward({ path }, { host, port: Number(port) })) === null) throw new Error(`${path} is taken`);
console.log(path);
const code = await product.exited;
console.error(`The product ended with ${code}:\n${product.log()}`);
process.exit(4);
