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

/** Sections in the order in which they are read: what is wrong before what is right. */
const ORDER: readonly Status[] = ["fail", "warning", "unknown", "pass", "none"];

/** The report of `mail`: a card with a line for each part, then the parts that have more to show, the worst first. */
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
