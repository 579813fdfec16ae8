import { SHARED } from "../generate/tls.ts";
import { addressesOf } from "../plan/plan.ts";
import { RETRY_AFTER } from "../plan/registrations.ts";
import type { Host, RegistryService } from "../plan/shapes.ts";
import { bootstrap } from "./bootstrap.ts";
import { answerDomain } from "./rdap-labels.ts";
import { answerNetwork } from "./rdap-networks.ts";
import { failure, HTML, tooMany } from "./rdap-reply.ts";

type RegistryHost = Host & { readonly daemon: "registry" };

/** The RDAP request handlers, by the kind of host. */
const ANSWERS: Readonly<
  Record<
    Exclude<RegistryService, "whois">,
    (request: Request, host: RegistryHost) => Response | Promise<Response>
  >
> = {
  bootstrap,
  domains: answerDomain,
  networks: answerNetwork,
  unavailable: () => failure(503, "Service Unavailable"),
  limited: () => tooMany(RETRY_AFTER.pl),
  garbage: () => HTML(),
};

/** Serves a host over HTTP or HTTPS, with its planned certificate. @param tls the folder of certificates. */
export async function serveRdap(host: RegistryHost, tls: string): Promise<void> {
  const { serves, over = "https" } = host;
  if (serves === "whois") return;
  const file = `${tls}/${host.certificate === undefined ? SHARED : host.name}`;
  const [cert, key] = await Promise.all([`${file}.pem`, `${file}.key`].map((path) => Bun.file(path).text()));
  const common = {
    // Bun must not close idle connections, because a silent server stays silent for as long as the client waits.
    idleTimeout: 0,
    development: false,
    fetch: (request: Request) => ANSWERS[serves](request, host),
  } as const;
  for (const hostname of addressesOf(host)) {
    if (over !== "http")
      Bun.serve({ ...common, hostname, port: 443, tls: { cert: cert ?? "", key: key ?? "" } });
    if (over !== "https") Bun.serve({ ...common, hostname, port: 80 });
  }
}
