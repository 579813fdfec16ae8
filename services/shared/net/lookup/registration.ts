import type { RegistryOutcome } from "@dnstools/core/net-event";
import { domainObject } from "@dnstools/core/protocol/rdap/domain";
import type {
  RdapObservation,
  RegistrationFound,
  TextObservation,
} from "@dnstools/core/protocol/registration";
import { namesDomain } from "@dnstools/core/protocol/whois/domain";
import { phraseOf, retrySecondsOf, type Said } from "@dnstools/core/protocol/whois/phrases";
import { privateRegistryOf } from "@dnstools/core/protocol/whois/private-registries";
import { lastReferral, type Referral } from "@dnstools/core/protocol/whois/referral";
import type { WhoisText } from "@dnstools/core/protocol/whois/text";
import { absent, type Outcome, present, unknown } from "@dnstools/core/tool/outcome";
import { rdapGet } from "../registry/rdap.ts";
import { charsetOf, isThin, lineFor, rdapOverrideOf } from "../registry/registries.ts";
import { whoisServerOf } from "../registry/whois-servers.ts";
import { decoded, readWhois } from "../registry/whois-text.ts";
import type { NetSession, WhoisServer } from "../session.ts";

/**
 * Queries the registry of a domain over RDAP, and over whois (port 43) if RDAP is not offered, fails, or cannot
 * prove that the domain does not exist.
 * @param name a registrable domain, in A-labels.
 */
export async function findRegistration(session: NetSession, name: string): Promise<RegistrationFound> {
  const start = performance.now();
  const own = privateRegistryOf(name);
  const tld = name.slice(name.lastIndexOf(".") + 1);
  // IANA's list does not contain private registries, which operate below a top-level domain.
  const bootstrap = own === null ? await session.rdapBase("dns", tld) : absent("not_offered");
  const rdap = own === null ? await askRdap(session, name, bootstrap, tld) : null;
  const decided = rdap !== null && isDecisive(rdap, name);
  const texts = decided ? [] : await askAtPort43(session, name, own?.server ?? whoisServerOf(tld));
  const hosts = [
    ...(rdap === null ? [] : [new URL(rdap.base).hostname]),
    ...texts.map(({ server }) => server),
  ];
  return {
    bootstrap,
    rdap,
    texts,
    rests: hosts.flatMap((server) => {
      const seconds = session.restS(server);
      return seconds === null ? [] : [{ server, seconds }];
    }),
    elapsedMs: Math.round(performance.now() - start),
  };
}

async function askRdap(
  session: NetSession,
  name: string,
  bootstrap: Outcome<string>,
  tld: string,
): Promise<RdapObservation | null> {
  const override = rdapOverrideOf(tld);
  const base = bootstrap.kind === "present" ? bootstrap.value : override;
  if (base === null) return null;
  const outcome = await rdapGet(
    session,
    new URL(`domain/${name}`, base),
    AbortSignal.timeout(session.waits.rdapMs),
  );
  return { base, bootstrapped: bootstrap.kind === "present", outcome };
}

/** Returns true if RDAP gave a final answer: a registration, or "not found" from the server in IANA's list. */
function isDecisive({ base, bootstrapped, outcome }: RdapObservation, name: string): boolean {
  if (outcome.kind !== "present") return false;
  const { url, object } = outcome.value;
  if (object !== null) return domainObject(object, name) !== "nothing";
  return bootstrapped && new URL(url).host === new URL(base).host;
}

const IANA: WhoisServer = { host: "whois.iana.org", port: 43 };
const REGISTRY = /^(refer|whois)$/i;
const REGISTRAR = /^Registrar WHOIS Server$/i;

/**
 * Queries the registry's whois server, and also the registrar's server if the registry is thin.
 * @param known the registry's whois server; null if there is none, undefined if it must be requested from IANA.
 */
async function askAtPort43(
  session: NetSession,
  name: string,
  known: string | null | undefined,
): Promise<TextObservation[]> {
  if (known === null) return [];
  const tld = name.slice(name.lastIndexOf(".") + 1);
  const found = known === undefined ? await serverFromIana(session, tld) : present({ host: known, port: 43 });
  if (found.kind !== "present")
    return found.kind === "unknown" ? [{ server: IANA.host, role: "registry", outcome: found }] : [];
  const registry = await askServer(session, found.value, name);
  const texts: TextObservation[] = [{ server: found.value.host, role: "registry", outcome: registry }];
  // A thin registry does not have the registrant's data, so its answer refers to the registrar's server.
  const next =
    registry.kind === "present" && isThin(found.value.host)
      ? lastReferral(registry.value.text, REGISTRAR)
      : null;
  if (next === null || next.host === found.value.host) return texts;
  return [...texts, { server: next.host, role: "registrar", outcome: await askServer(session, next, name) }];
}

/** Returns the whois server that IANA lists for a top-level domain; absent if IANA lists none. */
async function serverFromIana(session: NetSession, tld: string): Promise<Outcome<Referral>> {
  const turn = await session.turn(IANA.host, null);
  const outcome =
    turn === "go"
      ? await session.whois(IANA, tld, AbortSignal.timeout(session.waits.whoisMs), () => "ok")
      : unknown(turn);
  if (outcome.kind !== "present") return outcome;
  const referral = lastReferral(decoded(outcome.value, "iso-8859-1"), REGISTRY);
  return referral === null ? { kind: "absent", how: "not_offered" } : present(referral);
}

async function askServer(
  session: NetSession,
  server: WhoisServer,
  name: string,
): Promise<Outcome<WhoisText>> {
  const turn = await session.turn(server.host, null);
  if (turn !== "go") return unknown(turn);
  let text: WhoisText = { text: "", entries: [], lines: [], behind: "" };
  const until = AbortSignal.timeout(session.waits.whoisMs);
  const outcome = await session.whois(server, lineFor(server.host, name), until, (bytes) => {
    text = readWhois(bytes, charsetOf(server.host));
    const word = wordOf(text, server.host, name);
    if (word === "rate_limited") session.backOff(server.host, retrySecondsOf(text));
    return word;
  });
  return outcome.kind === "present" ? present(text) : outcome;
}

const WORDS: Partial<Record<Said, RegistryOutcome>> = {
  rate_limited: "rate_limited",
  blocked: "refused",
  server_error: "failed",
};

/** Returns the metrics label for a whois answer. */
function wordOf(text: WhoisText, server: string, name: string): RegistryOutcome {
  // A text about the domain counts as an answer whatever words it contains: a registrant must not be able to make us
  // stop querying a registry.
  if (namesDomain(text, name)) return "ok";
  const said = phraseOf(text, server, name);
  if (said === null) return "unparsable";
  return WORDS[said] ?? "ok";
}
