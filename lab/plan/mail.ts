import { LISTED } from "./blocklists.ts";
import { type Certificate, certificateFor } from "./certificates.ts";
import { LEAF, silent } from "./hosts.ts";
import { ODD_IMAP, ODD_POP3, ODD_SMTP, VERBS } from "./odd-mail.ts";
import { label } from "./resolvers.ts";
import type { Host, Zone } from "./shapes.ts";

const ZONE = "mailtls.com";

/**
 * Returns a Postfix mail server.
 * @param n the last part of its addresses, unique among mail servers.
 */
export function mailServer(
  name: string,
  n: number,
  more: { readonly mailboxes?: true; readonly certificate?: string } = {},
): Host & { readonly daemon: "postfix" } {
  const addresses = { v4: `5.41.0.${n}`, v6: `2a01:4f8:41::${n.toString(16)}` };
  return { name, ...addresses, daemon: "postfix", certificate: name, rttMs: 35, ...more };
}

const MX = [1, 2, 3, 4].map((n) => mailServer(`mx${n}.${ZONE}`, n));
const MAIL = mailServer(`mail.${ZONE}`, 5, { mailboxes: true });
const [MX1] = MX;

/** Mail servers that misbehave. Their addresses follow the order of the lists. */
const ODD: readonly Host[] = [
  ...ODD_SMTP.map((deviation) => ({ daemon: "odd-smtp" as const, deviation })),
  ...ODD_IMAP.map((deviation) => ({ daemon: "odd-imap" as const, deviation })),
  ...ODD_POP3.map((deviation) => ({ daemon: "odd-pop3" as const, deviation })),
].map((what, i) => ({
  ...what,
  name: `${label(what.deviation)}.${ZONE}`,
  v4: `5.41.1.${i + 1}`,
  v6: `2a01:4f8:41:1::${(i + 1).toString(16)}`,
  rttMs: 35,
}));

/** SRV service labels by which mail clients find a server (RFC 6186, RFC 8314), and their default ports. */
export const MAIL_SERVICES = {
  _submission: 587,
  _submissions: 465,
  _imap: 143,
  _imaps: 993,
  _pop3: 110,
  _pop3s: 995,
} as const;

const srv = (owner: (service: string) => string, target: (port: number) => string) =>
  Object.entries(MAIL_SERVICES)
    .map(([service, port]) => `${owner(`${service}._tcp`)} SRV ${target(port)}`)
    .join("\n");

const addresses = (owner: string, { v4, v6 }: { readonly v4?: string; readonly v6?: string } = {}) =>
  `${owner} 3600 A ${v4}\n${owner} 3600 AAAA ${v6}`;

/** Fifteen MX targets of one domain. Two of them answer; the others do not exist or never answer. */
const MANY = Array.from({ length: 15 }, (_, i) => {
  if (i + 1 === 6) return { target: "mx1", address: null };
  if (i + 1 === 11) return { target: "mx2", address: null };
  return { target: `many-${i + 1}`, address: i % 2 === 0 ? null : `5.41.200.${i + 1}` };
});

/** The zone of the mail servers. Below it is a domain for each way to publish mail servers. */
export const MAIL_ZONE: Zone = {
  name: ZONE,
  servers: LEAF,
  hosts: [
    ...MX,
    MAIL,
    ...ODD,
    { name: VERBS.name, v4: VERBS.v4, daemon: "odd-verbs" },
    silent(`dead.${ZONE}`, "5.41.2.1"),
  ],
  records: `@ MX 10 mx1.mailtls.com.
@ MX 20 mx2.mailtls.com.
${srv(
  (service) => service,
  (port) => `0 1 ${port} mail.mailtls.com.`,
)}
_25._tcp.mx1 TLSA 3 1 1 ${"AB".repeat(32)}
private A 10.0.0.1
alias CNAME mx1.mailtls.com.
${addresses("mx1-b", MX1)}
nosrv TXT "no SRV"
mail.nosrv A ${MAIL.v4}
smtp.nosrv A ${MAIL.v4}
imap.nosrv A ${MAIL.v4}
pop.nosrv A ${MAIL.v4}
guessy TXT "no SRV, and nothing listens where it is guessed"
mail.guessy A 5.40.2.4
${srv(
  (service) => `${service}.srvdot`,
  () => "0 0 0 .",
)}
_imaps._tcp.srvprivate SRV 0 1 993 private.mailtls.com.
_imaps._tcp.srvport SRV 0 1 22 mail.mailtls.com.
_imaps._tcp.srvtwo SRV 5 1 993 missing.mailtls.com.
_imaps._tcp.srvtwo SRV 10 1 993 mail.mailtls.com.
_imaps._tcp.srvtwo SRV 20 1 993 mx1.mailtls.com.
fourmx MX 10 mx1.mailtls.com.
fourmx MX 10 mx2.mailtls.com.
fourmx MX 20 mx3.mailtls.com.
fourmx MX 30 mx4.mailtls.com.
nullmx MX 0 .
nomail TXT "no mail"
${addresses("implicit", MX1)}
deadmx MX 5 dead.mailtls.com.
deadmx MX 10 mx1.mailtls.com.
missingmx MX 10 missing.mailtls.com.
zonemx MX 10 ::1%z.zonemx.mailtls.com.
addressmx MX 10 5.41.0.1.
aliasmx MX 10 alias.mailtls.com.
privatemx MX 10 private.mailtls.com.
oddmx MX 10 limited.mailtls.com.
oddmx MX 20 mx1.mailtls.com.
danefrom MX 10 mx.danemail.org.
samemx MX 10 mx1.mailtls.com.
samemx MX 20 mx1-b.mailtls.com.
${MANY.map(({ target }, i) => `manymx MX ${i + 1} ${target}.mailtls.com.\n`).join("")}
${MANY.flatMap(({ target, address }) => (address === null ? [] : [`${target} A ${address}\n`])).join("")}`,
};

/** Mail servers of large providers, which the product may use to check whether port 25 is reachable. */
const GREAT = ["gmail-smtp-in.l.google.com", "mx01.mail.icloud.com", "mxa.mailgun.org"] as const;

/** The zones of these providers. Each also has a name whose address is on every blocklist. */
export const GREAT_ZONES: readonly Zone[] = GREAT.map((name, i) => ({
  name: name.split(".").slice(-2).join("."),
  servers: LEAF,
  hosts: [
    {
      name,
      v4: `5.41.0.${41 + i}`,
      // Of these servers, only Google's can be reached over IPv6.
      ...(i === 0 ? { v6: "2a01:4f8:41::41" } : {}),
      daemon: "postfix",
      certificate: name,
      rttMs: 15,
    },
  ],
  records: `listed A ${LISTED.everywhere}`,
  zonemaster: "alike",
}));

/** The mail servers' certificates, by file name. */
export const MAIL_CERTIFICATES: Readonly<Record<string, Certificate>> = Object.fromEntries(
  [...[...MX, MAIL].map(({ name }) => name), ...GREAT].map((name) => [name, certificateFor([name])]),
);
