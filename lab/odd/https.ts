import { addressesOf } from "../plan/plan.ts";
import type { Host, OddHttps } from "../plan/shapes.ts";
import { drip, endless } from "../registry/streams.ts";

/** Seconds that it takes to send the slow policy: more than a client may wait for a policy (RFC 8461 section 3.3). */
const SECONDS = 600;

const HEADERS = { "content-type": "text/plain" };
/** A policy that would be valid if it ever ended. */
const POLICY = `version: STSv1\nmode: enforce\nmax_age: 604800\nmx: ${"x".repeat(SECONDS)}.policy.com\n`;

const ANSWERS: Readonly<Record<OddHttps, () => Response | Promise<Response>>> = {
  drip: () => new Response(drip(POLICY), { headers: HEADERS }),
  endless: () => new Response(endless(), { headers: HEADERS }),
  mute: () => new Promise<never>(() => {}),
};

/** Answers every HTTPS request as the host's deviation says. @param tls the folder of certificates. */
export function serveOddHttps(host: Host & { readonly daemon: "odd-https" }, tls: string): void {
  const file = (ending: string) => Bun.file(`${tls}/${host.certificate}.${ending}`);
  for (const hostname of addressesOf(host))
    Bun.serve({
      hostname,
      port: 443,
      tls: { cert: file("pem"), key: file("key") },
      idleTimeout: 0,
      development: false,
      fetch: ANSWERS[host.deviation],
    });
}
