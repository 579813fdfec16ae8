import { join } from "node:path";
import { SETTINGS as EDGE } from "@dnstools/proxy/settings";
import { SETTINGS } from "../main/settings.ts";

/** Path of the document with the tables of all settings. */
export const SETTINGS_FILE = "deploy/settings.md";

const ALL: Readonly<Record<string, { readonly fallback: string; readonly description: string }>> = {
  ...EDGE,
  ...SETTINGS,
};

/**
 * Fills the tables of the settings document from the definitions. The names in the first column of a table determine
 * its settings.
 * @throws if a setting is in no table or in two tables, or if the setting of a row does not exist
 */
export function filledSettings(text: string): string {
  const named = [...text.matchAll(/^\| `([A-Z][A-Z0-9_]*)`/gm)].map((match) => match[1] ?? "");
  const problems = [
    ...Object.keys(ALL).flatMap((name) =>
      named.includes(name) ? [] : [`no table has a row | \`${name}\` |`],
    ),
    ...named.flatMap((name) => (name in ALL ? [] : [`there is no setting ${name}`])),
    ...named.flatMap((name, at) => (named.indexOf(name) === at ? [] : [`${name} is in two rows`])),
  ];
  if (problems.length > 0) throw new Error(problems.join("\n"));
  return text.replace(/^\| setting .*\n\|.*\n((?:\| `[A-Z].*\n)+)/gm, (_, rows: string) =>
    table([...rows.matchAll(/^\| `(\w+)`/gm)].map((match) => match[1] ?? "")),
  );
}

function table(names: readonly string[]): string {
  const rows = names.map((name) => {
    const { fallback = "", description = "" } = ALL[name] ?? {};
    return [`\`${name}\``, fallback === "" ? "" : `\`${fallback}\``, description];
  });
  const all = [["setting", "default", "what it does"], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  const lines = all.map((row) => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |\n`);
  const line = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |\n`;
  return [lines[0], line, ...lines.slice(1)].join("");
}

/** `bun deploy/write-settings.ts` writes the tables into the document. */
if (import.meta.main) {
  const file = Bun.file(join(import.meta.dir, "..", SETTINGS_FILE));
  await Bun.write(file, filledSettings(await file.text()));
}
