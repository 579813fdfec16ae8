import { type Certificate, certificateFor } from "./certificates.ts";
import { LEAF } from "./hosts.ts";
import type { WebFile, Zone } from "./shapes.ts";

/**
 * Web servers that large providers run so that devices can find out whether they are on the Internet, with the files
 * that these servers really have. The product may use them to find out what its own network does to port 443, and
 * which time it is.
 */
const CHECKS: Readonly<Record<string, Readonly<Record<string, WebFile>>>> = {
  "connectivitycheck.gstatic.com": { "/generate_204": { status: 204 } },
  "captive.apple.com": {
    "/hotspot-detect.html": { type: "text/html", body: "<HTML><BODY>Success</BODY></HTML>\n" },
  },
  "cp.cloudflare.com": { "/": { status: 204 }, "/generate_204": { status: 204 } },
};

/** The zones of these providers, and the zone that shows which NAT64 prefix a network has (RFC 7050 section 8.2). */
export const TRIAL_ZONES: readonly Zone[] = [
  ...Object.entries(CHECKS).map(
    ([name, files], i): Zone => ({
      name: name.split(".").slice(-2).join("."),
      servers: LEAF,
      hosts: [
        {
          name,
          v4: `5.42.4.${i + 1}`,
          v6: `2a01:4f8:42:4::${i + 1}`,
          daemon: "nginx",
          certificate: name,
          files,
          rttMs: 12,
        },
      ],
      zonemaster: "alike",
    }),
  ),
  {
    name: "ipv4only.arpa",
    servers: LEAF,
    records: "@ 86400 A 192.0.0.170\n@ 86400 A 192.0.0.171",
    zonemaster: "alike",
  },
];

/** Unrelated providers have certificates of different authorities; a proxy that inspects TLS has one for all. */
const ISSUERS = ["intermediate", "rsa", "p384"] as const;

/** The certificates of these web servers, by file name. */
export const TRIAL_CERTIFICATES: Readonly<Record<string, Certificate>> = Object.fromEntries(
  Object.keys(CHECKS).map((name, i) => {
    const issuer = ISSUERS[i] ?? "intermediate";
    return [name, certificateFor([name], { issuer })];
  }),
);
