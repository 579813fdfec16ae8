import type { Answer } from "@dnstools/core/report/answer";
import { blocks, join, list, outside, say, tree } from "@dnstools/core/report/blocks";
import type { Branch, Section } from "@dnstools/core/report/report";
import { findingStatus, worstFirst, worstOf } from "../../report-parts.ts";
import type { ScoutData, WildcardData } from "../data.ts";
import { bounded, label, leaf } from "./branches.ts";
import { nameBranches } from "./names-below.ts";
import { serviceBranches } from "./services.ts";

/**
 * Maximum number of mail servers that are shown. WILDCARDS_MAX is the maximum number of wildcards, VALUES_MAX the
 * maximum number of values of each wildcard.
 */
const MAIL_MAX = 5;
const WILDCARDS_MAX = 5;
const VALUES_MAX = 2;

/**
 * Builds the tree of the domain's names and addresses, broken ones first.
 * @param room maximum number of branches.
 */
export function namesSection(answer: Answer<ScoutData>, room: number): Section {
  const { domain, subdomains, srv, email } = answer.data;
  const branches = [
    ...addressBranches(answer),
    ...(email === null ? [] : mailBranches(email)),
    ...(srv === null ? [] : serviceBranches(srv, domain)),
    ...wildcardBranches([...(subdomains?.wildcards ?? []), ...(srv?.wildcards ?? [])], domain),
    ...(subdomains === null ? [] : nameBranches(subdomains, answer)),
  ];
  return {
    heading: "What depends on this name?",
    status: worstOf(branches.map(({ status }) => status)),
    blocks:
      branches.length === 0
        ? []
        : blocks([
            tree(
              [
                {
                  text: outside(domain),
                  status: "none",
                  children: worstFirst(branches, ({ status }) => status),
                },
              ],
              room,
            ),
          ]),
  };
}

function addressBranches({ data: { domain, records }, findings }: Answer<ScoutData>): readonly Branch[] {
  return (["A", "AAAA"] as const).flatMap((type) => {
    const values = (records?.records[type] ?? []).map(({ value }) => value);
    if (values.length === 0) return [];
    const isOdd = values.some((value) => findingStatus(findings, value) !== "none");
    return [
      leaf(isOdd ? findingStatus(findings, domain) : "none", join([`${type} `, list(values, VALUES_MAX)])),
    ];
  });
}

function mailBranches({ mx, reason }: NonNullable<ScoutData["email"]>): readonly Branch[] {
  if (mx === null) return [leaf("unknown", `MX could not be determined (${reason})`)];
  const all = mx.map(({ preference, exchange, addresses }) => {
    const name = say`MX ${preference} ${exchange}`;
    if (exchange === ".") return leaf("none", join([name, " (accepts no mail)"]));
    if (addresses === null) return leaf("unknown", join([name, ": addresses could not be determined"]));
    return leaf("none", addresses.length === 0 ? name : join([name, list(addresses, VALUES_MAX)], ": "));
  });
  return bounded(all, MAIL_MAX, "mail servers");
}

function wildcardBranches(wildcards: readonly WildcardData[], domain: string): readonly Branch[] {
  const all = wildcards
    .filter(({ kind }) => kind === "fixed" || kind === "rotating")
    .map(({ level, type, kind, values, aliases, dname }) =>
      leaf(
        "none",
        join([
          say`*${below(level, domain)}: ${type} `,
          kind === "rotating" ? "(another answer each time) " : "",
          dname === null ? "" : say`redirected by the DNAME record of ${dname.owner} to ${dname.target} `,
          aliases.length === 0 ? "" : join(["→ ", list(aliases, VALUES_MAX), " "]),
          list(values, VALUES_MAX, ""),
        ]),
      ),
    );
  return bounded(all, WILDCARDS_MAX, "wildcards");
}

/** Returns the labels between a wildcard and the domain. */
function below(level: string, domain: string): string {
  return level === domain ? "" : `.${label(level, domain)}`;
}
