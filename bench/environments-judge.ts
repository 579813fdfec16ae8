import type { Answered, Run } from "./environments-ask.ts";

/**
 * Findings that say honestly what could not be found out. They are not wrong, although a host in a good network does
 * not have them.
 */
const HONEST = new Set([
  ...["scout.incomplete", "propagation.authority_unknown", "propagation.few_resolvers"],
  ...["propagation.port53_intercepted", "propagation.authority_not_asked", "dnsbl.inconclusive"],
  ...["dnsbl.mx_unknown", "dnsbl.public_resolver", "mail.reputation_unknown", "ssl.addresses_unknown"],
  ...["whois.registry_unreachable", "dns.resolver_filters", "dnsbl.refused", "mail.reputation_refused"],
  ...["dns.server_partial", "dnsbl.parked", "dnsbl.unhealthy"],
]);
const SEVERE = new Set(["warning", "error", "critical"]);
/** A notice that nevertheless asks the domain's owner to change something. */
const BLAMES = "ssl.dane_insecure";
/** Answers in which the text is the result, so that another text is another result. */
const RECORDS = /type=(A|AAAA|DNSKEY)$/;
/** The order of these records varies. */
const VARIES = "www.example.com has 2";

/** What an answer on a host is, compared with the answer on a host in a good network. */
export type Verdict =
  | { readonly is: "right" | "503" }
  /** `reasons` has each reason that the answer gives more often. */
  | { readonly is: "unknown"; readonly reasons: readonly string[] }
  | { readonly is: "wrong"; readonly why: string };

/** Compares all answers of a run with those of the clean host. */
export function judge(run: Run, clean: Run): ReadonlyMap<string, Verdict> {
  const rows = Object.entries(run.answers).map(([call, here]) => {
    const there = clean.answers[call];
    if (there === undefined) throw new Error(`the clean host was not asked ${call}`);
    return [call, verdictOn(call, here, there)] as const;
  });
  return new Map(rows);
}

function verdictOn(call: string, here: Answered, there: Answered): Verdict {
  if (here.status === 503) return { is: "503" };
  const why = whyWrong(call, here, there);
  if (why !== null) return { is: "wrong", why };
  // A call without any answer is as useless as one that says that it does not know.
  if (here.status === 0) return { is: "unknown", reasons: ["no answer"] };
  if (statusOf(here) !== "unknown" || statusOf(there) === "unknown") return { is: "right" };
  const before = reasonsIn(there.body);
  const reasons = [...reasonsIn(here.body)].filter(([reason, count]) => count > (before.get(reason) ?? 0));
  return { is: "unknown", reasons: reasons.map(([reason]) => reason) };
}

function whyWrong(call: string, here: Answered, there: Answered): string | null {
  if (here.status === 404 && there.status !== 404) return "404";
  const [now, before] = [findingsOf(here), findingsOf(there)];
  const added = [...now]
    .filter(
      ([key, { code, severity }]) =>
        !before.has(key) && !HONEST.has(code) && (SEVERE.has(severity) || code === BLAMES),
    )
    .map(([, { code, severity }]) => `${code} (${severity})`);
  if (added.length > 0) return added.join(", ");
  const lost = [...before].filter(
    ([key, { severity }]) => !now.has(key) && ["error", "critical"].includes(severity),
  );
  if (lost.length > 0 && ["pass", "warning"].includes(statusOf(here)))
    return `without ${lost.map(([, { code }]) => code).join(", ")}`;
  if (statusOf(here) === "pass" && statusOf(there) !== "pass") return "a pass";
  const bothPass = statusOf(here) === "pass" && statusOf(there) === "pass";
  const differs = textOf(here) !== textOf(there) && !textOf(here).startsWith(VARIES);
  return bothPass && RECORDS.test(call) && differs ? "another pass" : null;
}

/** Returns the status of an answer's summary, or the code of a problem. */
export function statusOf({ status, body }: Answered): string {
  return body?.summary?.status ?? body?.code ?? String(status);
}

/** Returns the text of an answer's summary. */
export function textOf({ body }: Answered): string {
  return body?.summary?.text ?? "";
}

function findingsOf({ body }: Answered) {
  return new Map((body?.findings ?? []).map((one) => [`${one.code} ${one.severity}`, one]));
}

/** Counts the fields `reason` of an answer, except those of its evidence. */
function reasonsIn(body: unknown): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  const walk = (value: unknown, top: boolean): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [key, inner] of Object.entries(value)) {
      if (top && key === "evidence") continue;
      if (key === "reason" && typeof inner === "string") counts.set(inner, (counts.get(inner) ?? 0) + 1);
      walk(inner, false);
    }
  };
  walk(body, true);
  return counts;
}
