import type { Answer } from "@dnstools/core/report/answer";
import { blocks, cell, facts, join, list, outside, say } from "@dnstools/core/report/blocks";
import type { Cell, Section, Status } from "@dnstools/core/report/report";
import type { MailData } from "../data.ts";
import { record, statusOf } from "./status.ts";

type Bimi = MailData["bimi"];
type Fetched = NonNullable<Bimi["logo"]> | NonNullable<Bimi["evidence"]>;

const FILES: Readonly<Record<Fetched["status"], Status>> = {
  valid: "pass",
  invalid: "fail",
  unknown: "unknown",
};

/** Builds the section about the logo that receivers may show, and its mark certificate. */
export function bimiSection(answer: Answer<MailData>): Section {
  const { bimi } = answer.data;
  const { logo, evidence, logoMatches } = bimi;
  const certificate = evidence?.certificate ?? null;
  return {
    heading: "Which logo may receivers show?",
    status: statusOf(bimi, answer),
    blocks: blocks([
      facts([
        ["Record", bimi.records.length === 0 ? null : join(bimi.records.slice(0, 2).map(record), " | ")],
        ["Logo", logo === null ? null : fileCell(logo)],
        [
          "Violations of SVG Tiny PS",
          logo === null || logo.problems.length === 0 ? null : cell("fail", list(logo.problems, 4)),
        ],
        ["Certificate", evidence === null ? null : fileCell(evidence)],
        ["Issued by", certificate === null ? null : outside(certificate.issuer)],
        ["Valid", certificate === null ? null : say`${certificate.notBefore} to ${certificate.notAfter}`],
        [
          "Logo in certificate",
          logoMatches === null ? null : logoMatches ? "the same" : cell("fail", "differs"),
        ],
      ]),
    ]),
  };
}

function fileCell({ url, status, reason, httpStatus }: Fetched): Cell {
  if (status === "unknown") return cell("unknown", say`${url} could not be fetched (${reason ?? ""})`);
  const http = httpStatus === null || httpStatus === 200 ? "" : ` · HTTP ${httpStatus}`;
  return cell(FILES[status], join([outside(url), http]));
}
