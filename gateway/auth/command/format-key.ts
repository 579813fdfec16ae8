import { type KeyRecord, stateOf } from "../key-record.ts";

/** Returns a key in the form that `--json` prints. Times are ISO 8601 in UTC. */
export function keyJson(key: KeyRecord, now: number) {
  return {
    id: key.id,
    name: key.name,
    contact: key.contact === "" ? null : key.contact,
    state: stateOf(key, now),
    created: iso(key.created),
    expires: iso(key.expires),
    revoked: iso(key.revoked),
    lastUsed: iso(key.lastUsed),
    successor: key.successor,
  };
}

/** Formats a key as text, with one field per line. */
export function keyLines(key: KeyRecord, now: number): string {
  const names = ["id", "name", "contact", "state", "created", "expires", "last used"];
  const rows = cellsOf(key, now).map((cell, at) => [names[at] ?? "", cell]);
  if (key.revoked !== null) rows.push(["revoked", date(key.revoked)]);
  if (key.successor !== null) rows.push(["successor", key.successor]);
  return table(rows);
}

/** Formats keys as a text table, with one key per line. */
export function keyTable(keys: readonly KeyRecord[], now: number): string {
  const rows = keys.map((key) => cellsOf(key, now).map(cut));
  return table([["ID", "NAME", "CONTACT", "STATE", "CREATED", "EXPIRES", "LAST USED (UTC)"], ...rows]);
}

/** Returns the cells of a key's row, in the order of the table's columns. */
function cellsOf(key: KeyRecord, now: number): readonly string[] {
  return [
    key.id,
    key.name,
    key.contact === "" ? "-" : key.contact,
    stateOf(key, now),
    date(key.created),
    key.expires === null ? "never" : date(key.expires),
    key.lastUsed === null ? "never" : date(key.lastUsed),
  ];
}

/**
 * Formats a time in UTC, for example `2027-01-31 12:00`.
 * @param ms milliseconds since 1970
 */
export function date(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace("T", " ");
}

function iso(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

/** Formats rows as a table. Each column is padded to the width of its widest cell as displayed in a terminal. */
function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, column) => {
      widths[column] = Math.max(widths[column] ?? 0, Bun.stringWidth(cell));
    });
  return rows
    .map((row) =>
      row
        .map((cell, column) => pad(cell, widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
    )
    .join("\n");
}

function pad(cell: string, width: number): string {
  return `${cell}${" ".repeat(Math.max(0, width - Bun.stringWidth(cell)))}`;
}

/** Maximum number of characters in a table cell. */
const CELL_MAX = 32;

function cut(text: string): string {
  const characters = [...text];
  return characters.length > CELL_MAX ? `${characters.slice(0, CELL_MAX - 3).join("")}...` : text;
}
