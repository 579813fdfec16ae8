import { createHostCheck, type HostCheckOptions } from "@dnstools/server/http/host-check";
import { Elysia } from "elysia";
import type { InnerRequests } from "../mcp/inner-requests.ts";

/**
 * Refuses requests whose Host header names another server. Inner requests are not checked again.
 * @throws Fault bad_host, misdirected
 */
export function host(options: HostCheckOptions & { readonly inner: InnerRequests }) {
  const check = createHostCheck(options);
  return new Elysia({ name: "host" }).onRequest(({ request }) => {
    if (options.inner.callerOf(request) === null) check(request);
  });
}
