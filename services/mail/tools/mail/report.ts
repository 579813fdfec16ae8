import type { Answer } from "@dnstools/core/report/answer";
import type { Section, Status, ToolReport } from "@dnstools/core/report/report";
import type { MailData } from "./data.ts";
import { bimiSection } from "./report/bimi.ts";
import { reportCard } from "./report/card.ts";
import { dkimSection } from "./report/dkim.ts";
import { dmarcSection } from "./report/dmarc.ts";
import { mxSection } from "./report/mx.ts";
import { remediesOf } from "./report/remedies.ts";
import { reputationSection } from "./report/reputation.ts";
import { spfSection } from "./report/spf.ts";
import { transportSection } from "./report/transport.ts";

/** Order of the sections by status: problems come first. */
const ORDER: readonly Status[] = ["fail", "warning", "unknown", "pass", "none"];

/** Builds the report of `mail`: a card with one line per part, then the sections with details, the worst first. */
export function reportMail(answer: Answer<MailData>): ToolReport {
  const sections: readonly Section[] = [
    spfSection(answer),
    dmarcSection(answer),
    dkimSection(answer),
    mxSection(answer),
    reputationSection(answer),
    transportSection(answer),
    bimiSection(answer),
  ];
  return {
    sections: [
      reportCard(answer),
      ...sections.toSorted((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status)),
    ],
    remedies: remediesOf(answer),
  };
}
