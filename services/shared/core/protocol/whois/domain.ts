import { parseIp } from "../ip.ts";
import { answerName } from "../names.ts";
import { inLabels } from "../rdap/domain.ts";
import { unlessRedacted } from "../rdap/entity.ts";
import type { Fact } from "./labels.ts";
import { isRegisteredStatus } from "./status.ts";
import type { Entry, WhoisText } from "./text.ts";

/** Maximum number of entries read from a response, and maximum length of a value in characters. */
const ENTRIES_MAX = 1000;
const VALUE_MAX = 300;
/** Number of lines at the beginning of a response in which a comment may name the domain. */
const COMMENTS_MAX = 50;

/** Returns the entries of a WHOIS response that state a fact. */
function entriesOf({ entries }: WhoisText, fact: Fact): readonly Entry[] {
  return entries.slice(0, ENTRIES_MAX).filter(({ facts }) => facts.includes(fact));
}

/**
 * Returns all values of a fact in response order. The value on the label's own line comes before the values on the
 * lines below it.
 */
export function valuesOf(answer: WhoisText, fact: Fact): readonly string[] {
  return entriesOf(answer, fact).flatMap(({ values }) => values.map((value) => value.slice(0, VALUE_MAX)));
}

/** Returns the first value of a fact, which belongs to the domain itself. Null if the fact is missing or redacted. */
export function factOf(answer: WhoisText, fact: Fact): string | null {
  const first = entriesOf(answer, fact).map(({ values }) => values[0]?.slice(0, VALUE_MAX) ?? null);
  return first.find((value) => unlessRedacted(value) !== null) ?? null;
}

/** Returns the domains that a response is about, in A-labels. Some registries state the name twice, once in Unicode. */
export function domainsOf(answer: WhoisText): readonly string[] {
  return namesOf(valuesOf(answer, "domain").slice(0, 50));
}

/** Returns the domain names in the given values, in A-labels. */
function namesOf(values: readonly string[]): string[] {
  return values.flatMap((value) =>
    value.slice(0, VALUE_MAX).replace(/[()"]/g, " ").trim().split(/\s+/).slice(0, 5).map(inLabels),
  );
}

/**
 * Returns true if a response names the queried domain as its subject. Responses about .cl domains contain the name
 * only in a comment.
 */
export function namesDomain(answer: WhoisText, name: string): boolean {
  if (domainsOf(answer).includes(name)) return true;
  return answer.lines.slice(0, COMMENTS_MAX).some(({ text, comment }) => {
    const alone = comment ? /^[%#; ]+([^ :]{3,253})[: ]*$/.exec(text.slice(0, VALUE_MAX))?.[1] : undefined;
    return alone !== undefined && inLabels(alone) === name;
  });
}

/**
 * Facts that only responses about registered domains contain. The date of the last change is not included, because
 * some servers put the query time there.
 */
const SIGNS: readonly Fact[] = ["registrar", "created", "expires", "organization"];

/**
 * Returns true if a response contains a fact, a name server or a status that only registered domains have. The
 * response may be about any domain.
 */
export function hasSigns(answer: WhoisText): boolean {
  if (SIGNS.some((fact) => factOf(answer, fact) !== null)) return true;
  return serversOf(answer, "").length > 0 || valuesOf(answer, "status").some(isRegisteredStatus);
}

/** Matches statuses that mean that the name is not registered, even if the response contains facts about it. */
const NOBODYS =
  /^(not registered|unavailable|invalid|no object found|blocked(?! by court)|prohibited|available|free)\b/i;

/**
 * Returns true if a response shows that the domain is registered: it names the domain and has a sign of a
 * registration.
 */
export function isRegistration(answer: WhoisText, name: string): boolean {
  const own = objectOf(answer, name);
  if (!namesDomain(own, name) || valuesOf(own, "status").some((one) => NOBODYS.test(one))) return false;
  return hasSigns(own);
}

/**
 * Returns the part of a response that describes the domain itself. If the response contains other domains or name
 * servers as objects, the part extends from the domain's name to the paragraph of the next object. Returns the whole
 * response if no label names the domain.
 */
export function objectOf(answer: WhoisText, name: string): WhoisText {
  const named = answer.entries
    .flatMap((entry, at) =>
      entry.facts.includes("domain") || entry.label === "server name" ? [{ ...entry, at }] : [],
    )
    .slice(0, 50);
  const isOwn = ({ facts, values }: Entry) =>
    facts.includes("domain") && (values.length === 0 || namesOf(values).includes(name));
  const i = named.findIndex(isOwn);
  const first = named[i];
  if (first === undefined) return answer;
  const next = named.slice(i).find((entry) => entry.paragraph > first.paragraph && !isOwn(entry));
  return { ...answer, entries: answer.entries.slice(i === 0 ? 0 : first.at, next?.at) };
}

/** A name server in a WHOIS response, with its glue addresses. */
type RegisteredServer = { readonly name: string; readonly addresses: string[] };

const HOST = /^(?=.{3,254}$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})+\.?$/i;
/** Placeholders that registries write instead of a name. */
const NO_HOST = /^(not\.(defined|available|disclosed)|none\.|no\.ns)/i;

/**
 * Returns the name servers in a response. A value or line begins with a server name, and addresses after the name are
 * glue. The domain's own name is skipped, because it is the value of another label.
 */
export function serversOf(answer: WhoisText, domain: string): RegisteredServer[] {
  const servers = new Map<string, Set<string>>();
  let last: Set<string> | undefined;
  for (const value of valuesOf(answer, "servers").slice(0, 100)) {
    const words = value.replace(/^- /, "").split(/[\s,|]+/, 40);
    // Sentences and advertisements may follow the name servers; they are skipped. Glue may be on a separate line.
    if (!HOST.test(words[0] ?? "") && parseIp(bare(words[0] ?? "")) === null) continue;
    for (const word of words) {
      if (parseIp(bare(word)) !== null) last?.add(bare(word));
      else if (HOST.test(word) && !NO_HOST.test(word) && answerName(word) !== domain) {
        last = servers.get(answerName(word)) ?? new Set();
        servers.set(answerName(word), last);
      }
    }
  }
  return [...servers].slice(0, 50).map(([name, addresses]) => ({ name, addresses: [...addresses] }));
}

/** Removes brackets around an address. */
function bare(word: string): string {
  return word.replace(/^[([]+|[)\];]+$/g, "");
}
