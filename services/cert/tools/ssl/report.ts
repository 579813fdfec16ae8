import type { Answer } from "@dnstools/core/report/answer";
import type { Section, ToolReport } from "@dnstools/core/report/report";
import type { SslData } from "./data.ts";
import { caaSection, webSection } from "./report/around.ts";
import { certificateSection } from "./report/certificate.ts";
import { chainSection } from "./report/chain.ts";
import { clientsSection } from "./report/clients.ts";
import { daneSection } from "./report/dane.ts";
import { serversSection } from "./report/servers.ts";
import { worstFirst } from "./report/words.ts";

/** Builds the report of the ssl tool: the servers with their verdicts, then the details, the worst first. */
export function reportSsl(answer: Answer<SslData>): ToolReport {
  const { data } = answer;
  const parts: readonly Section[] = [
    chainSection(data),
    certificateSection(answer),
    clientsSection(answer),
    daneSection(data),
  ];
  return {
    sections: [
      serversSection(answer),
      ...worstFirst(parts, ({ status }) => status),
      caaSection(data),
      webSection(data),
    ],
  };
}
