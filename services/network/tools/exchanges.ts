import { type Evidence, questionOf } from "@dnstools/core/tool/evidence";

/**
 * Ids of the exchanges in which a name server was asked one of the questions, for a finding that rests on them.
 * @param questions name and type with a space between, the name without its trailing dot.
 */
export function idsOfQuestions(evidence: readonly Evidence[], questions: readonly string[]): string[] {
  const wanted = new Set(questions.map((question) => question.toLowerCase()));
  return evidence
    .filter((one) => {
      const { name, type } = questionOf(one);
      return wanted.has(`${name} ${type}`.toLowerCase());
    })
    .map(({ id }) => id);
}

/** Ids of the exchanges with registries and registrars, over RDAP and at port 43. IANA's lists of them are left out. */
export function idsOfRegistries(evidence: readonly Evidence[]): string[] {
  return evidence
    .filter(({ transport, question }) =>
      transport === "whois" ? true : /^GET \S+\/(domain|ip)\//.test(question),
    )
    .map(({ id }) => id);
}
