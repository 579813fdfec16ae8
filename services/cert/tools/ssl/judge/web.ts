import { printable } from "@dnstools/core/harmless";
import type { Outcome } from "@dnstools/core/tool/outcome";
import type { Web } from "../data/more.ts";
import type { HostObservation, HttpHead } from "../observations.ts";

/** Returns the web server's behaviour over HTTP; null if no HTTP request was sent. */
export function webOf(hosts: readonly HostObservation[]): Web | null {
  for (const { host, addresses } of hosts) {
    const web = addresses.find((one) => one.web !== null)?.web;
    if (web !== undefined && web !== null)
      return { host, redirect: redirectOf(web.plain), hsts: hstsOf(web.secure) };
  }
  return null;
}

function redirectOf(plain: Outcome<HttpHead>): Web["redirect"] {
  if (plain.kind !== "present")
    return { status: "unknown", reason: plain.kind === "unknown" ? plain.reason : null, location: null };
  const { status, location } = plain.value;
  const moved = status >= 300 && status < 400 && location !== null;
  return {
    status: !moved ? "none" : /^https:\/\//i.test(location) ? "https" : "elsewhere",
    reason: null,
    location: moved ? printable(location) : null,
  };
}

/** Reads Strict-Transport-Security (RFC 6797 6.1): directives in any order and case, each at most once. */
function hstsOf(secure: Outcome<HttpHead>): Web["hsts"] {
  const nothing = { reason: null, maxAge: null, includeSubDomains: null, preload: null };
  if (secure.kind !== "present")
    return { ...nothing, status: "unknown", reason: secure.kind === "unknown" ? secure.reason : null };
  const directives = (secure.value.hsts ?? "").split(";").map((one) => one.trim().toLowerCase());
  const maxAge = directives.flatMap((one) => /^max-age\s*=\s*"?(\d{1,12})"?$/.exec(one)?.[1] ?? [])[0];
  if (maxAge === undefined || Number(maxAge) === 0) return { ...nothing, status: "absent" };
  return {
    status: "present",
    reason: null,
    maxAge: Number(maxAge),
    includeSubDomains: directives.includes("includesubdomains"),
    preload: directives.includes("preload"),
  };
}
