import type { Net } from "@dnstools/net";
import { escapedHtml, operatorPage, pageRow } from "@dnstools/server/http/operator-page";
import type { Parts } from "../parts.ts";
import { notesOf } from "./conclusion.ts";
import { type Diagnosis, diagnosisOf } from "./diagnosis.ts";
import { rowsOf } from "./rows.ts";
import { troublesOf } from "./troubles.ts";

/** Adds the page `/doctor` to METRICS_PORT: what the process knows at the moment. The page starts no trials. */
export function addDoctorPage(net: Net, { config, health }: Pick<Parts, "config" | "health">): void {
  health.pages.set("/doctor", () => doctorPage(diagnosisOf(net, config)));
}

const STATES = { ok: "healthy", FAIL: "unhealthy", "not tested": "unknown" } as const;

/** Returns an HTML page for the operator with a diagnosis. */
export function doctorPage(diagnosis: Diagnosis): string {
  const rows = rowsOf(diagnosis).map(({ name, result, detail }) =>
    pageRow(STATES[result], [name, result, detail]),
  );
  const troubles = troublesOf(diagnosis).map(({ title, lines }) =>
    [`<h2>${escapedHtml(title)}</h2>`, ...lines.map(paragraph)].join("\n"),
  );
  return operatorPage(
    "doctor",
    `<h1>This host and its network</h1>
<p>Last trials of what the tools of this process use: ${diagnosis.at ?? "none yet"}. Resolvers are checked separately.</p>
<table><tr><th>tested<th>result<th></tr>
${rows.join("\n")}
</table>
${[...troubles, ...notesOf(diagnosis).map(paragraph)].join("\n")}`,
    2,
  );
}

function paragraph(text: string): string {
  return `<p>${escapedHtml(text)}</p>`;
}
