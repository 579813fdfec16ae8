import { untilAllAnswered } from "@dnstools/concurrency/until-all-answered";
import { type DnsQuery, dnsAnswers, dnsKey, isOrdinarilyAbsent } from "@dnstools/core/mail/answers";
import type { DnsReply } from "@dnstools/core/protocol/dns/message";
import type { Outcome } from "@dnstools/core/tool/outcome";
import type { NetSession } from "@dnstools/net";
import { exchangesIn, lookUpEmail } from "../lookup-email.ts";
import { hostOptions } from "./hosts.ts";
import { randomLabel } from "./labels.ts";

/** Maximum number of queries about a domain's mail, without those for the addresses of its mail servers. */
const QUERIES_MAX = 160;
/** Maximum sizes of an answer, in bytes: only the domain itself and `_dmarc` names usually have many TXT records. */
const BYTES_MAX = { own: 65_535, other: 16_384 } as const;

/** The observations about mail so far. */
type EmailFound = { readonly randomLabel: string; readonly dns: Map<string, Outcome<DnsReply>> };

/** Returns an observation in which everything is still unknown. */
export function emptyEmail(): EmailFound {
  return { randomLabel: randomLabel("hex"), dns: new Map() };
}

/**
 * Looks up what a domain publishes about its mail. A query that is not answered until the end stays unknown.
 * @param email is filled in as answers arrive.
 */
export async function probeEmail(
  session: NetSession,
  domain: string,
  {
    until,
    email,
    onExchange,
  }: {
    until: AbortSignal;
    email: EmailFound;
    onExchange: (exchange: string) => Promise<void>;
  },
): Promise<void> {
  const received = dnsAnswers(email, () => {});
  const hosts: Promise<void>[] = [];

  async function answer({ key, name, type, group }: DnsQuery): Promise<void> {
    const isOwn = name === domain || name === `_dmarc.${domain}`;
    const isNeeded = isOwn || !isOrdinarilyAbsent(name);
    const decisive = isNeeded ? (["nxdomain", "nodata"] as const) : [];
    const options =
      type === "A" || type === "AAAA"
        ? hostOptions(type)
        : { bytesMax: isOwn ? BYTES_MAX.own : BYTES_MAX.other, guess: group !== null, decisive };
    email.dns.set(key, (await session.resolve({ name, type }, options)).outcome);
    if (key !== dnsKey(domain, "MX")) return;
    for (const { exchange } of exchangesIn(received.dns(domain, "MX")))
      if (exchange !== "") hosts.push(onExchange(exchange));
  }

  await untilAllAnswered<DnsQuery>({
    openLookUp: (ask) => {
      const answers = dnsAnswers(email, ask);
      return { run: () => void lookUpEmail(answers, domain), answered: () => {} };
    },
    answer,
    ended: () => until.aborted,
    most: QUERIES_MAX,
    signal: until,
  });
  await Promise.all(hosts);
}
