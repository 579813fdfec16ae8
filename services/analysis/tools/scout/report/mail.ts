import { blocks, cell, facts, join, outside, say } from "@dnstools/core/report/blocks";
import type { Cell, Section, Text } from "@dnstools/core/report/report";
import { short, unknownFacts, worstOf } from "../../report-parts.ts";
import type { EmailData, ScoutData } from "../data.ts";
import { PUBLISHED_STATUS } from "./words.ts";

type Published = EmailData["mtaSts"];

/** Maximum number of characters of a record that the report shows. */
const RECORD_MAX = 160;

/** Builds the section on what the domain publishes about its mail. */
export function mailSection({ domain, email }: ScoutData): Section {
  const heading = "What is published for mail?";
  if (email === null) return { heading, status: "none", blocks: [] };
  const { spf, dmarc, dkim, mtaSts, tlsRpt, bimi } = email;
  const all: readonly (readonly [string, Published])[] = [
    ["SPF", spf],
    ["DMARC", dmarc],
    ["MTA-STS", mtaSts],
    ["TLS-RPT", tlsRpt],
    ["BIMI", bimi],
  ];
  const unknown = [...all, ...(dkim.wildcard === true ? [] : [["DKIM", dkim] as const])].filter(
    ([, { status }]) => status === "unknown",
  );
  const absent = [...all, ["DKIM", dkim] as const]
    .filter(([, { status }]) => status === "absent")
    .map(([name]) => name);
  return {
    heading,
    status: worstOf(
      [dkim, ...all.map(([, one]) => one)]
        .map(({ status }) => PUBLISHED_STATUS[status])
        .filter((status) => status !== "pass"),
    ),
    blocks: blocks([
      facts([
        ...all.map(([name, one]) => [name, publishedCell(one)] as const),
        ["DKIM", dkimCell(dkim)],
        ...unknownFacts(unknown.map(([name, { reason }]) => ({ name: [name], reason }))),
        ["DMARC record at", dmarc.domain === null || dmarc.domain === domain ? null : outside(dmarc.domain)],
        ["Not published", absent.length === 0 ? null : absent.join(", ")],
      ]),
    ]),
  };
}

function publishedCell({ status, record }: Published): Cell | null {
  if (status === "absent" || status === "unknown") return null;
  return cell(PUBLISHED_STATUS[status], record === null ? status : short(record, RECORD_MAX));
}

function dkimCell({ status, tried, keys, wildcard }: EmailData["dkim"]): Cell | null {
  if (status === "absent") return null;
  if (status === "unknown")
    return wildcard === true ? cell("unknown", "a wildcard answers for every selector") : null;
  if (status === "not_found_in_tried")
    return tried === 0 ? "no selector was tried" : `none at the ${tried} selectors that were tried`;
  return cell(PUBLISHED_STATUS[status], join(keys.slice(0, 4).map(keyText), ", "));
}

function keyText({ selector, provider, status, type, bits }: EmailData["dkim"]["keys"][number]): Text {
  const about = [
    ...(status === "valid" ? [] : [status.replaceAll("_", " ")]),
    ...(type === null ? [] : [outside(type)]),
    ...(bits === null ? [] : [`${bits} bits`]),
  ];
  return join([say`${selector} (${provider}`, ...(about.length === 0 ? [] : [", ", join(about, " ")]), ")"]);
}
