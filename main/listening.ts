import type { HttpHandler } from "@dnstools/server/http/http";
import { type Listener, listen, type Place } from "@dnstools/server/http/listen";

/**
 * Listens at a place that settings name. Rejects with a text that names the setting to correct.
 * @param prefix of the settings' names: `METRICS_` for METRICS_HOST and METRICS_PORT
 */
export function listenAsSet(
  handler: HttpHandler,
  place: Place,
  prefix: "" | "METRICS_" = "",
): Promise<Listener> {
  return listen(handler, place).catch((error: Error & { readonly code?: unknown }) => {
    // An error without a code is about LISTEN, and names it.
    throw typeof error.code === "string" ? new Error(correction(place, prefix, error.code)) : error;
  });
}

function correction(place: Place, prefix: string, code: string): string {
  if ("unix" in place)
    return `LISTEN=${place.unix} cannot be created (${code}): set a path of at most 107 bytes in a folder that exists and that this user may write to`;
  const { hostname, port } = place;
  const setting = `${prefix}PORT=${port}`;
  if (code === "EADDRINUSE")
    return `${setting} is taken, because a program listens at ${hostname} port ${port} already: end that program, or set another port`;
  if (code === "EACCES")
    return `${setting} may not be used by this user: set a port of 1024 or higher, or give this process the capability CAP_NET_BIND_SERVICE`;
  if (code === "EADDRNOTAVAIL") return `${prefix}HOST=${hostname} is not an address of this machine: set one`;
  return `${prefix}HOST=${hostname} and ${setting} cannot be used (${code}): set another address or port`;
}
