import { type Certificate, certificateFor } from "./certificates.ts";
import { closed, KNOT } from "./hosts.ts";
import type { Host, Zone } from "./shapes.ts";

/** A zone that tests change while the lab runs. */
export const FIX = "fix.com";
/** A zone for records that other domains publish about fix.com. Tests change it too. */
export const REPORTS = "reports.net";
/** A signed zone that tests change. Knot signs the new records. */
export const SIGNED_FIX = "fix.org";

/** The web server of every name below fix.com. Tests publish its content. */
export const FIX_WEB = `web.${FIX}`;
/** A mail server with matching forward and reverse names, for domains that tests publish. */
export const FIX_MX = `mx.${FIX}`;
/** The number of test domains, `c1.fix.com` and so on. The web server's certificate covers the mta-sts name of each. */
export const FIX_CASES = 150;

const HOSTS: readonly Host[] = [
  {
    name: FIX_WEB,
    v4: "5.42.3.1",
    v6: "2a01:4f8:42:3::1",
    daemon: "nginx",
    certificate: FIX,
    alsoBelow: FIX,
    rttMs: 25,
  },
  { ...closed(FIX_MX, "5.43.0.31"), v6: "2a01:4f8:43::31", rttMs: 35 },
];

/** The zones that tests change. */
export const FIX_ZONES: readonly Zone[] = [
  { name: FIX, servers: KNOT, hosts: HOSTS, updates: "open", zonemaster: "alike" },
  { name: REPORTS, servers: KNOT, updates: "open", zonemaster: "alike" },
  { name: SIGNED_FIX, servers: KNOT, signing: { denial: "nsec" }, updates: "open", zonemaster: "alike" },
];

/** The certificate of the web server FIX_WEB, by file name. */
export const FIX_CERTIFICATES: Readonly<Record<string, Certificate>> = {
  [FIX]: certificateFor([
    FIX,
    `*.${FIX}`,
    ...Array.from({ length: FIX_CASES }, (_, i) => `mta-sts.c${i + 1}.${FIX}`),
  ]),
};
