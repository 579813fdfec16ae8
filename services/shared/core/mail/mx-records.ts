import { answerName } from "../protocol/names.ts";
import { type Answer, type Answers, recordsOf } from "./answers.ts";

/** The MX records of a domain, and whether it has addresses itself. */
export type MxRecords = {
  readonly mx: Answer<"MX">;
  /** Addresses of the domain itself. */
  readonly a: Answer<"A">;
  readonly aaaa: Answer<"AAAA">;
  /**
   * `implicit`: no MX record, but the domain has addresses (RFC 5321 5.1); `null`: a null MX refuses all mail (RFC
   * 7505).
   */
  readonly kind: "unknown" | "none" | "implicit" | "null" | "null_and_others" | "ordinary";
  /** The mail servers by preference, then by name, without the null MX. */
  readonly named: readonly { readonly preference: number; readonly host: string }[];
};

/** Looks up the MX records of a domain, and its own addresses. */
export function lookUpMxRecords(answers: Answers, domain: string): MxRecords {
  const [mx, a, aaaa] = [answers.dns(domain, "MX"), answers.dns(domain, "A"), answers.dns(domain, "AAAA")];
  const records = recordsOf(mx)
    .map(({ data }) => ({ preference: data.preference, host: answerName(data.exchange) }))
    .toSorted((x, y) => x.preference - y.preference || (x.host < y.host ? -1 : 1));
  const named = records.filter(({ host }) => host !== "");
  return { mx, a, aaaa, kind: kindOf(mx, [a, aaaa], records.length - named.length, named.length), named };
}

function kindOf(mx: Answer, own: readonly Answer[], nulls: number, others: number): MxRecords["kind"] {
  if (mx.outcome.kind === "unknown") return "unknown";
  if (others > 0) return nulls > 0 ? "null_and_others" : "ordinary";
  if (nulls > 0) return "null";
  if (own.some(({ outcome }) => outcome.kind === "present")) return "implicit";
  return own.some(({ outcome }) => outcome.kind === "unknown") ? "unknown" : "none";
}

/** Words that some operators write instead of the single dot of a null MX (RFC 7505 3). */
const NULL_FORMS: readonly string[] = [
  "localhost",
  "0",
  "null",
  "none",
  "nomail",
  "no-mail",
  "no",
  "invalid",
  "blackhole",
];

/** Returns true if a mail server's name is a word that some operators write instead of a null MX. */
export function isNullForm(host: string): boolean {
  return NULL_FORMS.includes(host);
}
