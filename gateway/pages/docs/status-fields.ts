import type { Contract, ToolName } from "@dnstools/core/tool/contract";

/** Names of the fields that contain status words. */
const STATUS_FIELDS = new Set(["status", "availability", "class", "conclusion", "result"]);
/**
 * Matches paths of objects whose members all have the same structure, such as one member for each record type. The
 * member's name is replaced with `*`.
 */
const ALIKE = /\b(types|results|values|parts|verdicts)\.\w+/g;

/** The parts of a JSON schema that this module reads. */
type Schema = {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
};

/** Returns every status word that can occur in an answer, with the fields that can contain the word, by tool. */
export function statusFields(
  contracts: readonly Contract[],
): ReadonlyMap<string, ReadonlyMap<ToolName, ReadonlySet<string>>> {
  const words = new Map<string, Map<ToolName, Set<string>>>();
  for (const { tool, data } of contracts) {
    for (const { path, word } of wordsIn(data as Schema, [])) {
      const tools = words.get(word) ?? new Map<ToolName, Set<string>>();
      words.set(word, tools.set(tool, (tools.get(tool) ?? new Set<string>()).add(path)));
    }
  }
  return words;
}

/** Yields the status words of a schema with the paths of their fields. A final `status` is omitted from a path. */
function* wordsIn(
  { properties = {}, items, anyOf = [], allOf = [], enum: words, patternProperties = {} }: Schema,
  path: readonly string[],
): Generator<{ readonly path: string; readonly word: string }> {
  const last = path.at(-1) ?? "";
  if (words !== undefined && STATUS_FIELDS.has(last)) {
    const shown = (last === "status" && path.length > 1 ? path.slice(0, -1) : path).join(".");
    for (const word of words) yield { path: shown.replaceAll(ALIKE, "$1.*"), word: String(word) };
  }
  for (const [name, schema] of Object.entries(properties)) yield* wordsIn(schema, [...path, name]);
  for (const schema of Object.values(patternProperties)) yield* wordsIn(schema, [...path, "*"]);
  for (const schema of [...anyOf, ...allOf]) yield* wordsIn(schema, path);
  if (items !== undefined) yield* wordsIn(items, path);
}
