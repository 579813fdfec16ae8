/** The fields of an answer of the product that are compared. */
export type Answer = {
  readonly status: number;
  readonly summary?: { readonly status: string; readonly text: string };
  readonly findings?: readonly {
    readonly code: string;
    readonly severity: string;
    readonly subject: string | null;
  }[];
  readonly meta?: { readonly environment?: readonly string[] };
  readonly evidence?: readonly {
    readonly server: string;
    readonly question: string;
    readonly transport: string;
    readonly reason: string | null;
  }[];
};

const SEVERE = ["warning", "error", "critical"];

/** Returns what an answer says against the domain, or in its favour, that the answer on a clean host does not say. */
export function toldHere(here: Answer, clean: Answer): readonly string[] {
  const faults = ({ findings = [] }: Answer) =>
    findings
      .filter(({ severity }) => SEVERE.includes(severity))
      .map(({ code, subject }) => `${code} ${about(subject)}`);
  // Faults of a name that does not exist are true.
  const isMissing = clean.status === 404;
  return [
    ...faults(here).filter((fault) => !isMissing && !faults(clean).includes(fault)),
    ...(here.status === 404 && clean.status !== 404 ? ["404"] : []),
    ...(here.summary?.status === "pass" && clean.summary?.status !== "pass" ? ["pass"] : []),
  ];
}

/** Returns the name in a subject, without the addresses or the times after it, which differ between hosts. */
function about(subject: string | null): string {
  return subject?.replace(/[ ,].*$/, "") ?? "";
}
