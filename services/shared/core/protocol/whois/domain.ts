import { parseIp } from "../ip.ts";
import { answerName } from "../names.ts";
import { inLabels } from "../rdap/domain.ts";
import { unlessRedacted } from "../rdap/entity.ts";
import type { Fact } from "./labels.ts";
import { isRegisteredStatus } from "./status.ts";
import type { Entry, WhoisText } from "./text.ts";

/** Entries, and characters of a value, that are looked at. */
const ENTRIES_MAX = 1000;
const VALUE_MAX = 300;
/** Lines in which a comment may name the domain. */
const COMMENTS_MAX = 50;

/** The entries of an answer that tell a fact. */
function entriesOf({ entries }: WhoisText, fact: Fact): readonly Entry[] {
  return entries.slice(0, ENTRIES_MAX).filter(({ facts }) => facts.includes(fact));
}

/** What an answer tells of a fact, in its order; a label's own value goes before the lines below it. */
export function valuesOf(answer: WhoisText, fact: Fact): readonly string[] {
  return entriesOf(answer, fact).flatMap(({ values }) => values.map((value) => value.slice(0, VALUE_MAX)));
}

/** The first thing that an answer tells of a fact: what comes first is the domain's. Null where it is missing or redacted. */
export function factOf(answer: WhoisText, fact: Fact): string | null {
  const first = entriesOf(answer, fact).map(({ values }) => values[0]?.slice(0, VALUE_MAX) ?? null);
  return first.find((value) => unlessRedacted(value) !== null) ?? null;
}

/** The domains that an answer is about, in A-labels; some write it twice, in Unicode too. */
export function domainsOf(answer: WhoisText): readonly string[] {
  return namesOf(valuesOf(answer, "domain").slice(0, 50));
}

/** The names in values of `domain`, in A-labels. */
function namesOf(values: readonly string[]): string[] {
  return values.flatMap((value) =>
    value.slice(0, VALUE_MAX).replace(/[()"]/g, " ").trim().split(/\s+/).slice(0, 5).map(inLabels),
  );
}

/** Whether an answer names the domain that was asked about as its subject. Of .cl its name stands in a comment alone. */
export function namesDomain(answer: WhoisText, name: string): boolean {
  if (domainsOf(answer).includes(name)) return true;
  return answer.lines.slice(0, COMMENTS_MAX).some(({ text, comment }) => {
    const alone = comment ? /^[%#; ]+([^ :]{3,253})[: ]*$/.exec(text.slice(0, VALUE_MAX))?.[1] : undefined;
    return alone !== undefined && inLabels(alone) === name;
  });
}

/** Facts that only a registration has. The day of the last change is none: some write there when they were asked. */
const SIGNS: readonly Fact[] = ["registrar", "created", "expires", "organization"];

/** Whether an answer tells something that only a registration has, of whatever domain. */
export function hasSigns(answer: WhoisText): boolean {
  if (SIGNS.some((fact) => factOf(answer, fact) !== null)) return true;
  return serversOf(answer, "").length > 0 || valuesOf(answer, "status").some(isRegisteredStatus);
}

/** Statuses of names that nobody has, whatever stands beside them. */
const NOBODYS =
  /^(not registered|unavailable|invalid|no object found|blocked(?! by court)|prohibited|available|free)\b/i;

/** Whether an answer is a registration of the domain: it names it, and has a sign of a registration beside it. */
export function isRegistration(answer: WhoisText, name: string): boolean {
  const own = objectOf(answer, name);
  if (!namesDomain(own, name) || valuesOf(own, "status").some((one) => NOBODYS.test(one))) return false;
  return hasSigns(own);
}

/**
 * The part of an answer that is the domain's own object: where other domains or name servers are objects before or behind it, from
 * its name to the paragraph of the next one. The whole answer where no label names it.
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

/** A name server as a registry tells it, with glue. */
type RegisteredServer = { readonly name: string; readonly addresses: string[] };

const HOST = /^(?=.{3,254}$)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})+\.?$/i;
/** What registries write in place of a name. */
const NO_HOST = /^(not\.(defined|available|disclosed)|none\.|no\.ns)/i;

/**
 * The name servers: a value or line begins with a name, and addresses behind a name are its glue. A name server of the domain's
 * own name is another label's value.
 */
export function serversOf(answer: WhoisText, domain: string): RegisteredServer[] {
  const servers = new Map<string, Set<string>>();
  let last: Set<string> | undefined;
  for (const value of valuesOf(answer, "servers").slice(0, 100)) {
    const words = value.replace(/^- /, "").split(/[\s,|]+/, 40);
    // Sentences and advertisements stand below name servers, too; glue may have a line of its own.
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

/** An address without the brackets around it. */
function bare(word: string): string {
  return word.replace(/^[([]+|[)\];]+$/g, "");
}
