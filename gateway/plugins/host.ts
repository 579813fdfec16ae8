import { Fault } from "@dnstools/core/fault";
import { isIp } from "@dnstools/core/protocol/ip";
import { createUrlCheck } from "@dnstools/service/http";
import { Elysia } from "elysia";
import type { Clients } from "../client.ts";

export type HostOptions = {
  /** The address that is listened on; null on a unix socket. */
  readonly listener: string | null;
  /** Empty where none is set. */
  readonly publicUrl: string;
  /** Whether addresses that are not public may be asked about (EGRESS_ALLOW). */
  readonly reachesPrivate: boolean;
  readonly clients: Clients;
};

const WILDCARDS = ["0.0.0.0", "::"];

/**
 * Refuses names that are not this server's own, where it can reach what a stranger cannot: on the operator's own machine, or
 * with EGRESS_ALLOW. A web page could else have its own name point here (DNS rebinding) and read answers as of its own server.
 * @throws Fault bad_host, misdirected (RFC 9110 15.5.20)
 */
export function host({ listener, publicUrl, reachesPrivate, clients }: HostOptions) {
  const checkUrl = createUrlCheck();
  const checks = reachesPrivate || (listener !== null && isLoopback(listener));
  const own = ["localhost", ...(publicUrl === "" ? [] : [new URL(publicUrl).hostname])];
  const isOwn = (name: string) => {
    const address = name.replace(/^\[|\]$/g, "");
    // A name is what can be made to point here; an address cannot.
    if (isIp(address)) return address === listener || WILDCARDS.includes(listener ?? "");
    return own.includes(name);
  };
  let good = "";
  return new Elysia({ name: "host" }).onRequest(({ request }) => {
    const { url } = request;
    if (good !== "" && url.startsWith(good)) return;
    checkUrl(request);
    if (checks && !isOwn(new URL(url).hostname)) {
      if (clients.isTrustedProxy(request)) return;
      throw new Fault("misdirected", {
        detail: "Send the Host of this server: its address, localhost, or the name in PUBLIC_URL.",
      });
    }
    good = url.slice(0, url.indexOf("/", "https://".length) + 1);
  });
}

function isLoopback(address: string): boolean {
  return address === "::1" || address.startsWith("127.");
}
