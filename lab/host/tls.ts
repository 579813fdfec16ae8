import type { Environments } from "./environment.ts";
import { inspector, TRUSTED } from "./squid.ts";

/** Networks whose proxy opens every TLS connection to port 443 and presents a certificate of its own authority. */
export const INSPECTED = {
  "tls-inspected": {
    is: "a proxy opens every connection to port 443; the host does not trust its authority; no IPv6",
    families: ["v4"],
    redirect: ["tcp dport 443 redirect to :3130"],
    servers: async (place) => [await inspector(place)],
  },
  "tls-inspected-trusted": {
    is: "a proxy opens every connection to port 443, and CA_EXTRA_FILE has its authority; no IPv6",
    families: ["v4"],
    redirect: ["tcp dport 443 redirect to :3130"],
    servers: async (place) => [await inspector(place)],
    variables: ({ folder }) => ({ CA_EXTRA_FILE: `${folder}/${TRUSTED}` }),
  },
} as const satisfies Environments;
