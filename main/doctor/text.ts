import { harmless } from "@dnstools/core/harmless";
import { painter } from "@dnstools/render/inline";
import { wrap } from "@dnstools/render/lines";
import { tableLines } from "@dnstools/render/table";
import type { Terminal } from "../ask/output/terminal.ts";
import { notesOf } from "./conclusion.ts";
import type { Diagnosis } from "./diagnosis.ts";
import { rowsOf } from "./rows.ts";
import { troublesOf } from "./troubles.ts";

const STATUSES = { ok: "pass", FAIL: "fail", "not tested": "unknown" } as const;

/** Returns a diagnosis as text for a terminal, ending with a line break. */
export function diagnosisText(
  diagnosis: Diagnosis,
  { columns, colours }: Pick<Terminal, "columns" | "colours">,
): string {
  const paint = painter(colours);
  const rows = rowsOf(diagnosis).map(({ name, result, detail }) => [
    name,
    { status: STATUSES[result], text: result },
    { outside: detail },
  ]);
  const table = tableLines(
    { kind: "table", columns: ["tested", "result", ""], rows, more: 0 },
    columns,
    paint,
  );
  const troubles = troublesOf(diagnosis).flatMap((trouble) => [
    "",
    paint("fail", `✗ ${trouble.title}`),
    ...trouble.lines.flatMap((line) => wrap(harmless(line), columns - 2).map((one) => `  ${one}`)),
  ]);
  const notes = notesOf(diagnosis).flatMap((note) => ["", ...wrap(note, columns)]);
  return `${[...table, ...troubles, ...notes].map((line) => line.trimEnd()).join("\n")}\n`;
}
