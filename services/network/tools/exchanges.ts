import { type Evidence, questionOf } from "@dnstools/core/tool/evidence";

/**
 * Returns the ids of the exchanges in which a name server got one of these questions, as evidence for a finding.
 * @param questions each is a name and a type, separated by a space; the name has no trailing dot.
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

/**
 * Returns the ids of the exchanges with registries and registrars over RDAP and on port 43, without the downloads of
 * IANA's bootstrap lists.
 */
export function idsOfRegistries(evidence: readonly Evidence[]): string[] {
  return evidence
    .filter(({ transport, question }) =>
      transport === "whois" ? true : /^GET \S+\/(domain|ip)\//.test(question),
    )
    .map(({ id }) => id);
}
