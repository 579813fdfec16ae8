import { authorityOf } from "./authorities.ts";
import { type Certificate, certificateFor, type Differences } from "./certificates.ts";
import { KNOT } from "./hosts.ts";
import { spkiSha256 } from "./keys.ts";
import { mailServer } from "./mail.ts";
import type { Host, Zone } from "./shapes.ts";

const ZONE = "danemail.org";
const OTHER = "CD".repeat(32);
const ELSEWHERE = "other.example.org";

/** Returns the hash of a server's key. Each server has its own key, so a hash identifies one server. */
const own = (label: string) => spkiSha256(`${label}.${ZONE}`);

/** A server with its TLSA records (RFC 6698 section 2.1), and how its certificate differs from a good certificate. */
type DaneServer = {
  readonly label: string;
  readonly tlsa: readonly string[];
  readonly differences?: Differences;
  /** openssl's verify return code, as in plan/animal.ts. */
  readonly openssl?: number;
};

/**
 * Mail servers. The first is the MX of the zone itself. Each of the others is the MX of a domain that is named after
 * the last part of the server's label: `domain` for `mx-domain`.
 */
const MAIL: readonly DaneServer[] = [
  { label: "mx", tlsa: [`3 1 1 ${own("mx")}`] },
  { label: "mx-wrong", tlsa: [`3 1 1 ${OTHER}`] },
  // Two records, as during a key rollover.
  { label: "mx-two", tlsa: [`3 1 1 ${OTHER}`, `3 1 1 ${own("mx-two")}`] },
  // A usage that mail must not use (RFC 7672 section 3.1.3), and a digest that is too short.
  { label: "mx-usage1", tlsa: [`1 1 1 ${own("mx-usage1")}`] },
  { label: "mx-digest", tlsa: [`3 1 1 ${own("mx-digest").slice(0, 40)}`] },
  { label: "mx-ta", tlsa: [`2 1 1 ${spkiSha256(authorityOf("intermediate").commonName)}`] },
  // A DANE-TA record may be matched by a certificate for the domain instead of the server (RFC 7672 section 3.2.2).
  {
    label: "mx-domain",
    tlsa: [`2 1 1 ${spkiSha256(authorityOf("intermediate").commonName)}`],
    differences: { names: [`DNS:domain.${ZONE}`] },
    openssl: 62,
  },
  // For DANE-EE only the key counts, not the name and the dates (RFC 7672 section 3.1.1).
  {
    label: "mx-self",
    tlsa: [`3 1 1 ${own("mx-self")}`],
    differences: { issuer: "itself", subject: ELSEWHERE, names: [`DNS:${ELSEWHERE}`], days: [-90, -10] },
    openssl: 10,
  },
];

const WEB: readonly DaneServer[] = [
  {
    label: "www",
    tlsa: [`3 1 1 ${own("www")}`],
    differences: { names: [`DNS:www.${ZONE}`, `DNS:web-alias.${ZONE}`] },
  },
  { label: "web-pkix", tlsa: [`1 1 1 ${own("web-pkix")}`] },
  // The TLSA record may contain the hash of the root's key, although no server sends the root (RFC 6698 section 2.1.1).
  { label: "web-ta", tlsa: [`0 1 1 ${spkiSha256(authorityOf("root").commonName)}`] },
  { label: "no-tlsa", tlsa: [] },
];

const nameOf = ({ label }: DaneServer) => `${label}.${ZONE}`;
const tlsaOf = (port: number) => (server: DaneServer) =>
  server.tlsa.map((rdata) => `_${port}._tcp.${server.label} TLSA ${rdata}`);

/** A signed zone with correct and wrong TLSA records for its web and mail servers (DANE: RFC 6698, RFC 7672). */
export const DANE_ZONE: Zone = {
  name: ZONE,
  servers: KNOT,
  signing: { denial: "nsec3" },
  hosts: [
    ...MAIL.map((server, i) => mailServer(nameOf(server), 21 + i)),
    ...WEB.map(
      (server, i): Host => ({
        name: nameOf(server),
        v4: `5.40.3.${i + 1}`,
        v6: `2a01:4f8:40:3::${i + 1}`,
        daemon: "nginx",
        certificate: nameOf(server),
        rttMs: 25,
      }),
    ),
  ],
  records: `@ MX 10 mx.${ZONE}.
${MAIL.slice(1)
  .map(({ label }) => `${label.replace("mx-", "")} MX 10 ${label}.${ZONE}.`)
  .join("\n")}
web-alias CNAME www.${ZONE}.
${[...MAIL.flatMap(tlsaOf(25)), ...WEB.flatMap(tlsaOf(443))].join("\n")}`,
};

/** The certificates of the servers in DANE_ZONE, by file name. */
export const DANE_CERTIFICATES: Readonly<Record<string, Certificate>> = Object.fromEntries(
  [...MAIL, ...WEB].map((server) => {
    const name = nameOf(server);
    return [name, certificateFor([name], { owner: name, ...server.differences })];
  }),
);

/** openssl's verify return code for each server in DANE_ZONE. */
export const DANE_OPENSSL: ReadonlyMap<string, number> = new Map(
  [...MAIL, ...WEB].map((server) => [nameOf(server), server.openssl ?? 0]),
);
