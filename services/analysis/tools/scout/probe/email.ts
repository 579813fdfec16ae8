import { LIKELY } from "@dnstools/core/data/dkim-selectors";
import { isDmarc, parseDmarc } from "@dnstools/core/protocol/dmarc/record";
import { walkNames } from "@dnstools/core/protocol/dmarc/tree-walk";
import type { DnsRecord } from "@dnstools/core/protocol/dns/record";
import { answerName } from "@dnstools/core/protocol/names";
import { walkChain } from "@dnstools/core/protocol/rrset";
import { absent, present, unknown } from "@dnstools/core/tool/outcome";
import type { NetSession } from "@dnstools/net";
import type { EmailObservation, Texts } from "../observations.ts";
import { randomLabel } from "./labels.ts";

/** DKIM selectors that are tried. The tool `mail` tries more, including those of the domain's mail provider. */
const SELECTORS = LIKELY.slice(0, 40);
const EXCHANGES_MAX = 20;
const BYTES_MAX = 16_384;

/** The observations about mail so far. */
type EmailFound = { -readonly [K in keyof EmailObservation]: EmailObservation[K] };

/** Returns an observation in which everything is still unknown. */
export function emptyEmail(): EmailFound {
  const nothing = unknown("budget");
  return {
    mx: nothing,
    txt: nothing,
    dmarc: [],
    random: nothing,
    dkim: [],
    mtaSts: nothing,
    tlsRpt: nothing,
    bimi: nothing,
  };
}

/**
 * Looks up what a domain publishes about its mail.
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
  async function ask(name: string, type: string, guess = false) {
    if (until.aborted) return unknown("budget");
    const decisive = name === domain || name === `_dmarc.${domain}` ? (["nxdomain", "nodata"] as const) : [];
    return (await session.resolve({ name, type }, { bytesMax: BYTES_MAX, guess, decisive })).outcome;
  }

  async function textsAt(name: string, guess = false): Promise<Texts> {
    if (name.length > 253) return absent("nxdomain");
    const outcome = await ask(name, "TXT", guess);
    if (outcome.kind !== "present") return outcome;
    const records = walkChain(outcome.value.answers, name, "TXT").records as readonly DnsRecord<"TXT">[];
    if (records.length > 0) return present(records.map(({ data }) => data.text));
    return absent(outcome.value.rcode === "NXDOMAIN" ? "nxdomain" : "nodata");
  }

  async function mx(): Promise<void> {
    const outcome = await ask(domain, "MX");
    if (outcome.kind !== "present") {
      email.mx = outcome;
      return;
    }
    const records = walkChain(outcome.value.answers, domain, "MX").records as readonly DnsRecord<"MX">[];
    const inOrder = records
      .map(({ data }) => ({ preference: data.preference, exchange: answerName(data.exchange) }))
      .toSorted((a, b) => a.preference - b.preference || a.exchange.localeCompare(b.exchange))
      .slice(0, EXCHANGES_MAX);
    email.mx = inOrder.length > 0 ? present(inOrder) : absent("nodata");
    await Promise.all(inOrder.map(({ exchange }) => (exchange === "" ? null : onExchange(exchange))));
  }

  /** Looks up the DMARC records. Waits for each answer before the next query is sent, as RFC 9989 4.10 requires. */
  async function dmarc(): Promise<void> {
    for (const name of walkNames(domain)) {
      // Until the answer arrives, the name's TXT records are unknown, so the result of the whole DMARC lookup is
      // unknown too.
      const before = email.dmarc;
      email.dmarc = [...before, { name, texts: unknown("budget") }];
      const texts = await textsAt(`_dmarc.${name}`);
      email.dmarc = [...before, { name, texts }];
      const records = texts.kind === "present" ? texts.value.filter(isDmarc) : [];
      const [only] = records;
      const ends = records.length === 1 && only !== undefined && parseDmarc(only).psd !== "u";
      if (texts.kind === "unknown" || ends) return;
    }
  }

  async function dkim(): Promise<void> {
    const [parent, random] = await Promise.all([
      textsAt(`_domainkey.${domain}`),
      textsAt(`${randomLabel("hex")}._domainkey.${domain}`),
    ]);
    email.random = random;
    // If `_domainkey` does not exist, no name below it exists (RFC 8020). If the query for a random selector is
    // answered with a record or fails, answers for guessed selectors prove nothing.
    if (random.kind !== "absent" || (parent.kind === "absent" && parent.how === "nxdomain")) return;
    const found = new Map(SELECTORS.map(([selector]) => [selector, unknown("budget") as Texts]));
    const show = () => {
      email.dkim = SELECTORS.map(([selector, provider]) => ({
        selector,
        provider,
        texts: found.get(selector) ?? unknown("budget"),
      }));
    };
    show();
    await Promise.all(
      SELECTORS.map(async ([selector]) => {
        found.set(selector, await textsAt(`${selector}._domainkey.${domain}`, true));
        show();
      }),
    );
  }

  const text = async (field: "txt" | "mtaSts" | "tlsRpt" | "bimi", name: string) => {
    email[field] = await textsAt(name);
  };
  await Promise.all([
    mx(),
    dmarc(),
    dkim(),
    text("txt", domain),
    text("mtaSts", `_mta-sts.${domain}`),
    text("tlsRpt", `_smtp._tls.${domain}`),
    text("bimi", `default._bimi.${domain}`),
  ]);
}
