import { facts, list, outside } from "./blocks.ts";
import type { Block, Cell, Section } from "./report.ts";

/** Maximum number of values in a section. */
const ROWS_MAX = 12;

/**
 * Builds sections for data that no report function of a tool can show: first a section with the plain
 * values, then one section per object.
 */
export function generalSections(data: unknown): readonly Section[] {
  if (typeof data !== "object" || data === null) return [];
  const nested = Object.entries(data).filter(([, value]) => isObject(value));
  return [
    sectionOf("Values", data),
    ...nested.map(([name, value]) => sectionOf(wordsOf(name), value)),
  ].filter(({ blocks }) => blocks.length > 0);
}

function sectionOf(heading: string, value: unknown): Section {
  const rows = Object.entries(value as object).flatMap(([name, member]): (readonly [string, Cell])[] => {
    const shown = cellOf(member);
    return shown === null ? [] : [[wordsOf(name), shown]];
  });
  const block: Block | null = facts(rows.slice(0, ROWS_MAX));
  return { heading, status: "none", blocks: block === null ? [] : [block] };
}

function cellOf(value: unknown): Cell | null {
  if (Array.isArray(value)) {
    const texts = value.filter((member) => typeof member === "string");
    return texts.length === 0 ? null : list(texts);
  }
  if (typeof value === "string") return outside(value);
  return value === null || typeof value === "object" ? null : String(value);
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * Returns a field's name as words, such as "name servers" for `nameServers`. All characters except letters and digits
 * are removed, since field names of another version are not trusted.
 */
function wordsOf(name: string): string {
  return name
    .replace(/[^A-Za-z0-9]/g, " ")
    .replace(/(?<=[a-z])(?=[A-Z])/g, " ")
    .toLowerCase();
}
