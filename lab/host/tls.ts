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
  "tls-inspected-not-all": {
    is: "a proxy opens connections to port 443, except those to Apple and Google, which refuse its certificates; no IPv6",
    families: ["v4"],
    redirect: ["tcp dport 443 redirect to :3130"],
    servers: async (place) => [
      await inspector(place, [
        "acl exempt ssl::server_name .apple.com .gstatic.com",
        "ssl_bump splice exempt",
        "ssl_bump bump all",
      ]),
    ],
  },
  "tls-names-forbidden": {
    is: "a web filter ends connections to port 443 whose client names certs.com; no IPv6",
    families: ["v4"],
    redirect: ["tcp dport 443 redirect to :3130"],
    servers: async (place) => [
      await inspector(place, [
        "acl forbidden ssl::server_name .certs.com",
        "ssl_bump terminate forbidden",
        "ssl_bump splice all",
      ]),
    ],
  },
  "443-accepted": {
    is: "a proxy accepts every connection to port 443, and ends it when TLS begins; no IPv6",
    families: ["v4"],
    redirect: ["tcp dport 443 redirect to :3130"],
    servers: async (place) => [await inspector(place, ["ssl_bump terminate all"])],
  },
} as const satisfies Environments;
