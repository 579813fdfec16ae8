import type { CallService } from "@dnstools/server/client/call";
import type { HttpHandler } from "@dnstools/server/http/http";
import { addDoctorPage } from "./doctor/page.ts";
import { openOutside } from "./network.ts";
import { openRemote } from "./open-remote.ts";
import { callsIn, openService } from "./open-service.ts";
import type { Parts } from "./parts.ts";
import { askedBy, type Service, type Target, usesOf } from "./targets.ts";

/** What a target serves; `close` writes the data that is still in memory. */
type Opened = { readonly handler: HttpHandler; readonly close: () => Promise<void> };

/**
 * Opens what a target serves. Only its own code is loaded: the gateway's takes as much memory as a whole service.
 * @param peer returns the address from which a request was sent
 */
export async function openTarget(
  target: Target,
  parts: Parts,
  peer: (request: Request) => string | null,
): Promise<Opened> {
  if (target === "all" || target === "gateway") {
    const { openGateway } = await import("./open-gateway.ts");
    return openGateway(target, parts, peer);
  }
  const calls = new Map<Service, CallService>();
  for (const name of askedBy(target)) calls.set(name, await openRemote(name, parts));
  const net = await openOutside(parts, usesOf(target));
  net.host.start();
  addDoctorPage(net, parts);
  const { handler } = await openService(target, parts, net, callsIn(calls));
  return { handler, close: () => Promise.resolve() };
}
