import { ODD_LABELS, stateOf } from "../plan/registrations.ts";
import { PRIVATE_REGISTRIES, REFERRAL_CHAIN, REGISTRIES } from "../plan/registries.ts";
import { jp, kr } from "./whois-asia.ts";
import { be, eu, nl } from "./whois-benelux.ts";
import { br } from "./whois-brazil.ts";
import type { Dialect } from "./whois-facts.ts";
import { at, ch, denic } from "./whois-german.ts";
import { centralnic, fm, id, ie, io, labRegistrar, pir, us } from "./whois-gtld.ts";
import { iana } from "./whois-iana.ts";
import { dk, no, se } from "./whois-nordic.ts";
import { link, ODD } from "./whois-odd.ts";
import { type Asked, reply } from "./whois-reply.ts";
import { addressIn, RIRS } from "./whois-rirs.ts";
import { cz, pl, ru, si } from "./whois-slavic.ts";
import { verisign } from "./whois-verisign.ts";
import { fr, uk } from "./whois-west.ts";

/** Servers whose answer depends not only on the name, but also on the form of the query. */
const BY_QUESTION: Readonly<Record<string, (question: string) => string>> = {
  "whois.iana.org": iana,
  "whois.verisign-grs.com": verisign,
  "ccwhois.verisign-grs.com": verisign,
  "whois.denic.de": denic,
  "whois.jprs.jp": jp,
};

const DIALECTS: Readonly<Record<string, Dialect>> = {
  "whois.labregistrar.com": labRegistrar,
  "whois.elsewhere.net": labRegistrar,
  "whois.pir.org": pir,
  "whois.nic.ovh": pir,
  "whois.nic.ch": ch,
  "whois.nic.io": io,
  "whois.eu": eu,
  "whois.dns.be": be,
  "whois.nic.at": at,
  "whois.tcinet.ru": ru,
  "whois.kr": kr,
  "whois.registro.br": br,
  "whois.iis.se": se,
  "whois.punktum.dk": dk,
  "whois.nic.us": us,
  "whois.weare.ie": ie,
  "whois.nic.cz": cz,
  "whois.dns.pl": pl,
  "whois.nic.fr": fr,
  "whois.register.si": si,
  "whois.norid.no": no,
  "whois.id": id,
  "whois.domain-registry.nl": nl,
  "whois.nic.uk": uk,
  "whois.nic.fm": fm,
  "whois.centralnic.com": centralnic,
};

/** Servers that answer in ISO 8859-1. */
const LATIN = ["whois.registro.br", "whois.norid.no", "whois.apnic.net", "whois.lacnic.net"];

/** Returns the handler of a server's queries. @throws if no answers are defined for the server. */
export function answerer(host: string): (asked: Asked) => void {
  if (REFERRAL_CHAIN.includes(host)) return link(host);
  const charset = LATIN.includes(host) ? "latin1" : "utf-8";
  const rir = RIRS[host];
  const byQuestion = BY_QUESTION[host];
  const dialect = DIALECTS[host];
  if (rir === undefined && byQuestion === undefined && dialect === undefined)
    throw new Error(`no answers for ${host}`);
  return (asked) => {
    const { question } = asked;
    if (rir !== undefined && (dialect === undefined || addressIn(question) !== null))
      return void rir(asked, charset);
    if (byQuestion !== undefined) return reply(asked, byQuestion(question), charset);
    const name = nameIn(question);
    const label = name.split(".")[0] ?? "";
    const odd = ODD_LABELS.find((one) => one === label);
    if (host === "whois.nic.io" && odd !== undefined) return ODD[odd](asked);
    reply(asked, dialect?.(name, isOf(host, name) ? stateOf(label) : "free") ?? "", charset);
  };
}

/** Returns the name in a query, after options and keywords: `-C UTF-8 NAME`, `is NAME`, `domain NAME`. */
function nameIn(question: string): string {
  return (question.split(/\s+/).at(-1) ?? "").toLowerCase();
}

/** True if a server belongs to the top-level domain of a name. The registrar's servers answer for all names. */
function isOf(host: string, name: string): boolean {
  const tld = name.slice(name.lastIndexOf(".") + 1);
  const zone = PRIVATE_REGISTRIES[host];
  if (zone !== undefined) return name.endsWith(`.${zone}`);
  return REGISTRIES[tld]?.whois === host || DIALECTS[host] === labRegistrar;
}
