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
  const named = valuesOf(answer, "domain").slice(0, 50);
  return named.flatMap((value) => value.replace(/[()"]/g, " ").trim().split(/\s+/).slice(0, 5).map(inLabels));
}

/** Whether an answer names the domain that was asked about as its subject. Of .cl its name stands in a comment alone. */
export function namesDomain(answer: WhoisText, name: string): boolean {
  if (domainsOf(answer).includes(name)) return true;
  return answer.lines.some(({ text, comment }) => {
    const alone = comment ? text.replace(/^[%#; ]+/, "").replace(/[: ]+$/, "") : "";
    return /^[^ ]{3,253}$/.test(alone) && inLabels(alone) === name;
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
const NOBODYS = /^(not registered|unavailable|invalid|no object found|blocked|prohibited|available|free)\b/i;

/** Whether an answer is a registration of the domain: it names it, and has a sign of a registration beside it. */
export function isRegistration(answer: WhoisText, name: string): boolean {
  if (!namesDomain(answer, name) || valuesOf(answer, "status").some((one) => NOBODYS.test(one))) return false;
  return hasSigns(answer);
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
