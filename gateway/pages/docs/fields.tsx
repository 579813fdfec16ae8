/** @jsxImportSource hono/jsx */
import { REASON_CODES } from "@dnstools/core/tool/outcome";
import { Prose } from "./prose.tsx";

/** The parts of a JSON schema that the documentation uses. */
export type Schema = {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
};

/** Maximum number of values that are listed for a field. If there are more, only their number is shown. */
const VALUES_MAX = 16;

type Named = readonly (readonly [name: string, schema: Schema])[];

/** The fields of an object with their descriptions; nested fields are folded. */
export function Fields({ schema }: { readonly schema: Schema }) {
  return (
    <ul class="fields">
      {alikeOf(membersOf(schema)).map(([names, member]) => (
        <Field names={names} schema={member} />
      ))}
    </ul>
  );
}

/** Groups members that have identical nested fields, such as the members for each record type. */
function alikeOf(members: Named): readonly (readonly [names: readonly string[], schema: Schema])[] {
  const alike = Map.groupBy(members, ([name, schema]) =>
    membersOf(schema).length === 0 ? name : JSON.stringify(schema),
  );
  return [...alike.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [[group.map(([name]) => name), first[1]] as const];
  });
}

function Field({ names, schema }: { readonly names: readonly string[]; readonly schema: Schema }) {
  const inner = membersOf(schema);
  const head = (
    <>
      <span class="names">{names.flatMap((name, at) => [at === 0 ? "" : ", ", <code>{name}</code>])}</span>{" "}
      <span class="small">{typeWords(schema)}</span>
    </>
  );
  const text = descriptionOf(schema);
  if (inner.length === 0)
    return (
      <li>
        {head} <Prose text={text} />
        <Values schema={schema} />
      </li>
    );
  return (
    <li>
      <details>
        <summary>
          {head} <Prose text={text} />
        </summary>
        <Fields schema={schema} />
      </details>
    </li>
  );
}

/** The values of an enumeration. */
function Values({ schema }: { readonly schema: Schema }) {
  const values = valuesOf(schema);
  if (values.length === 0) return null;
  if (REASON_CODES.every((reason) => values.includes(reason)))
    return (
      <span class="small">
        {" "}
        One of <a href="/docs/errors#reasons">the reasons</a>
        {values.length > REASON_CODES.length && ", or a value specific to this field"}.
      </span>
    );
  if (values.length > VALUES_MAX) return <span class="small"> One of {values.length} values.</span>;
  return (
    <span class="small values">
      {values.map((value) => (
        <>
          {" "}
          <code>{value}</code>
        </>
      ))}
    </span>
  );
}

/** Returns the type of a field in words, such as `text`, `number or null` or `list of objects`. */
export function typeWords(schema: Schema): string {
  const kinds = new Set(kindsOf(schema));
  const words = [...kinds].filter((kind) => kind !== "null").join(" or ");
  return kinds.has("null") && words !== "" ? `${words} or null` : words;
}

const KINDS: Readonly<Record<string, string>> = {
  string: "text",
  boolean: "true or false",
  integer: "integer",
  number: "number",
  null: "null",
  object: "object",
};

function kindsOf(schema: Schema): readonly string[] {
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap(kindsOf);
  if (schema.type === "array") {
    const inner = new Set(kindsOf(schema.items ?? {}));
    return [`list of ${[...inner].map((kind) => PLURALS[kind] ?? kind).join(" or ")}`];
  }
  const kind = schema.type ?? typeof schema.const;
  return [KINDS[kind] ?? kind];
}

const PLURALS: Readonly<Record<string, string>> = {
  text: "texts",
  object: "objects",
  integer: "integers",
  number: "numbers",
};

/** Returns the description of a field; if it has none, the description of its type other than null. */
function descriptionOf({ description, anyOf = [] }: Schema): string {
  return description ?? anyOf.find((one) => one.description !== undefined)?.description ?? "";
}

function valuesOf({ enum: values, const: constant, anyOf = [], items }: Schema): readonly string[] {
  const own = values ?? (constant === undefined ? [] : [constant]);
  return [...own.map(String), ...anyOf.flatMap(valuesOf), ...(items === undefined ? [] : valuesOf(items))];
}

/** Returns the nested fields of a schema, including those of list entries and of all alternatives. */
function membersOf({ properties = {}, patternProperties = {}, items, anyOf = [] }: Schema): Named {
  const alternatives = [...anyOf, ...(items === undefined ? [] : [items])].flatMap(membersOf);
  const any = Object.values(patternProperties).flatMap((schema) =>
    membersOf(schema).length === 0 ? [["*", schema] as const] : membersOf(schema),
  );
  const all = [...Object.entries(properties), ...any, ...alternatives];
  return [...new Map(all.toReversed()).entries()].toReversed();
}
