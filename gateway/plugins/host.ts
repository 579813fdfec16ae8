import { createHostCheck, type HostCheckOptions } from "@dnstools/server/http/host-check";
import { Elysia } from "elysia";

/** Refuses a Host that is not this server's own. @throws Fault bad_host, misdirected */
export function host(options: HostCheckOptions) {
  const check = createHostCheck(options);
  return new Elysia({ name: "host" }).onRequest(({ request }) => check(request));
}
