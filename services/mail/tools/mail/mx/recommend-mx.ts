import { type Answer, recordsOf } from "@dnstools/core/mail/answers";
import { answerName, isHostName } from "@dnstools/core/protocol/names";
import type { Recommendation } from "../section.ts";
import type { MxLookup } from "./lookup-mx.ts";

/** The facts about the domain, in addition to its MX records, that the evaluation needs. */
export type MxContext = {
  readonly domain: string;
  /** Answer with the TXT records of the domain. */
  readonly txt: Answer<"TXT">;
  /** True if the domain seems to accept mail; null if unknown. */
  readonly receives: boolean | null;
  /** True if the domain seems to neither send nor accept mail. */
  readonly silent: boolean;
  /** True if it is certain that the domain neither sends nor accepts mail: only then is a null MX recommended. */
  readonly certain: boolean;
  /** True if there is, or may be, an MTA-STS policy that lists the mail servers. */
  readonly pinned: boolean;
};

/** Recommends changes of the MX records. */
export function recommendMx(
  { mx, kind, hosts }: MxLookup,
  found: readonly string[],
  { domain, certain, pinned }: MxContext,
): Recommendation[] {
  const record = (value: string) => ({ name: domain, type: "MX", value });
  const values = recordsOf(mx).map(({ value }) => value);
  const nulls = recordsOf(mx).filter(({ data }) => data.exchange === ".");
  const recommendations: Recommendation[] = [];
  const add = (fixes: readonly string[], publish: readonly string[], remove: readonly string[]) => {
    const codes = fixes.filter((code) => found.includes(code));
    if (codes.length > 0)
      recommendations.push({
        codes,
        publish: publish.map(record),
        remove: remove.map(record),
        ...{ file: null, test: null },
      });
  };
  if (kind === "null") add(["mail.mx_null_preference"], ["0 ."], values);
  // A domain that may accept mail at its own addresses must not be advised to refuse mail.
  if (certain) add(["mail.mx_null_missing", "mail.mx_none"], ["0 ."], []);
  add(["mail.mx_implicit"], [`10 ${domain}.`], []);
  if (kind === "null_and_others")
    add(
      ["mail.mx_null_with_others"],
      [],
      nulls.map(({ value }) => value),
    );
  const only = hosts.length > 0 && hosts.every(({ problem }) => problem === "null_form");
  if (only) add(["mail.mx_null_wrong_form"], ["0 ."], values);
  const aliased = hosts.flatMap(({ host, preference, a, aaaa, addresses }) => {
    const end = a?.aliases.at(-1) ?? aaaa?.aliases.at(-1);
    return end === undefined || preference === null ? [] : [{ host, preference, end, addresses }];
  });
  // An alias is replaced with its target only if the target is a host name with a public address.
  const good = aliased.every(
    ({ end, addresses }) => isHostName(end) && addresses.some(({ isPublic }) => isPublic),
  );
  const names = new Set(aliased.map(({ host }) => host));
  const old = recordsOf(mx).filter(({ data }) => names.has(answerName(data.exchange)));
  const targets = [...new Set(aliased.map(({ preference, end }) => `${preference} ${end}.`))];
  if (good && !pinned)
    add(
      ["mail.mx_alias"],
      targets.filter((value) => !values.includes(value)),
      old.map(({ value }) => value),
    );
  return recommendations;
}
