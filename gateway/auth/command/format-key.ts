import { type KeyRecord, stateOf } from "../key-record.ts";

/** A key as `--json` shows it. Times are ISO 8601 in UTC. */
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

/** All of a key, a line each. */
export function keyLines(key: KeyRecord, now: number): string {
  const names = ["id", "name", "contact", "state", "created", "expires", "last used"];
  const rows = cellsOf(key, now).map((cell, at) => [names[at] ?? "", cell]);
  if (key.revoked !== null) rows.push(["revoked", date(key.revoked)]);
  if (key.successor !== null) rows.push(["successor", key.successor]);
  return table(rows);
}

/** Keys, a line each. */
export function keyTable(keys: readonly KeyRecord[], now: number): string {
  const rows = keys.map((key) => cellsOf(key, now).map(cut));
  return table([["ID", "NAME", "CONTACT", "STATE", "CREATED", "EXPIRES", "LAST USED (UTC)"], ...rows]);
}

/** A key for people, in the order of the columns. */
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

/** `2027-01-31 12:00 UTC`, for people. */
export function date(ms: number): string {
  return new Date(ms).toISOString().slice(0, 16).replace("T", " ");
}

function iso(ms: number | null): string | null {
  return ms === null ? null : new Date(ms).toISOString();
}

/** Columns as wide as their widest cell, as a terminal shows it. */
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

/** Characters of a cell at most. */
const CELL_MAX = 32;

function cut(text: string): string {
  const characters = [...text];
  return characters.length > CELL_MAX ? `${characters.slice(0, CELL_MAX - 3).join("")}...` : text;
}
