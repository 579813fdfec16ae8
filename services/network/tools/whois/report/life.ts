import type { Answer } from "@dnstools/core/report/answer";
import { blocks, cell, facts, outside, say, table } from "@dnstools/core/report/blocks";
import { SEVERITY_STATUS } from "@dnstools/core/report/make-report";
import type { Cell, Moment, Section, Status } from "@dnstools/core/report/report";
import type { WhoisData } from "../data.ts";

/** Codes of findings about the expiry of a registration, or about a domain that was removed from DNS. */
const LIFE: readonly string[] = [
  "whois.expired",
  "whois.redemption",
  "whois.pending_delete",
  "whois.on_hold",
  "whois.expires_within_7_days",
  "whois.expires_within_30_days",
];

const STATUSES_MAX = 8;

/**
 * Builds the report section with a registration's dates and statuses; a date or status that a finding is about has the
 * finding's severity.
 */
export function lifeSection({ data, findings, meta }: Answer<WhoisData>): Section {
  const { dates, status } = data;
  const life = findings.filter(({ code }) => LIFE.includes(code));
  const statusOf = (said: string): Status => {
    const found = life.find(({ subjects }) => subjects.includes(said));
    return found === undefined ? "none" : SEVERITY_STATUS[found.severity];
  };
  const moment = (at: string | null, text: string): Moment[] =>
    at === null ? [] : [{ at, text, status: statusOf(at) }];
  const moments = [
    ...moment(dates.created, "registered"),
    ...moment(dates.updated, "last change"),
    ...moment(dates.expires, "expiry of the registration"),
  ];
  const rows = status
    .map(({ code, meaning }) => ({ code, meaning, status: statusOf(code) }))
    .toSorted((a, b) => Number(a.status === "none") - Number(b.status === "none"));
  const good = dates.expires === null ? "none" : "pass";
  return {
    heading: "At which stage is this registration?",
    status: life[0] === undefined ? good : SEVERITY_STATUS[life[0].severity],
    blocks: blocks([
      moments.length === 0
        ? null
        : {
            kind: "timeline",
            moments: [...moments, { at: meta.observedAt, text: "this lookup", status: "none", isNow: true }],
          },
      facts([
        ["Registered", ambiguous(dates.created, dates.raw.created)],
        ["Last change", ambiguous(dates.updated, dates.raw.updated)],
        ["Expiry", ambiguous(dates.expires, dates.raw.expires, "not in the registry's answer")],
      ]),
      table(
        ["Status", "What it means"],
        rows.map(({ code, meaning, status }) => [
          cell(status, outside(code)),
          meaning === null ? "a status of this registry" : outside(meaning),
        ]),
        STATUSES_MAX,
      ),
    ]),
  };
}

/** Returns the registry's own text for a date that is not in the timeline. */
function ambiguous(date: string | null, raw: string | null, missing: string | null = null): Cell | null {
  if (date !== null) return null;
  return raw === null ? missing : say`${raw}, which is ambiguous`;
}
