/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";

/** Maximum length in characters of a list or object that is shown on one line. */
const LINE_MAX = 72;
/** Number of characters that are shown of a folded list or object. */
const PREVIEW_MAX = 56;

type ViewProps = {
  readonly value: unknown;
  /** Caption of the figure. */
  readonly label: string;
  /** Number of nesting levels that are initially unfolded. */
  readonly open: number;
};

/** JSON with syntax colours. Long lists and objects can be folded without a script. */
export function JsonView({ value, label, open }: ViewProps) {
  return (
    <figure class="json">
      <figcaption>{label}</figcaption>
      <Entry name={null} value={value} open={open} isLast />
    </figure>
  );
}

type EntryProps = {
  readonly name: string | null;
  readonly value: unknown;
  readonly open: number;
  readonly isLast: boolean;
};

function Entry({ name, value, open, isLast }: EntryProps) {
  const line = JSON.stringify(value);
  const key = name === null ? null : <Key name={name} />;
  const comma = isLast ? "" : ",";
  if (value === null || typeof value !== "object" || line.length <= LINE_MAX)
    return (
      <div class="line">
        {key}
        {inline(value)}
        {comma}
      </div>
    );
  const isList = Array.isArray(value);
  const entries: readonly (readonly [string | null, unknown])[] = isList
    ? value.map((one: unknown) => [null, one])
    : Object.entries(value);
  const [start, end] = isList ? ["[", "]"] : ["{", "}"];
  return (
    <details open={open > 0}>
      <summary>
        {key}
        {start}
        <span class="folded">
          {line.slice(1, PREVIEW_MAX)}… {end}
          {comma}
        </span>
      </summary>
      <div class="inner">
        {entries.map(([one, inner], at) => (
          <Entry name={one} value={inner} open={open - 1} isLast={at === entries.length - 1} />
        ))}
      </div>
      <div class="line">
        {end}
        {comma}
      </div>
    </details>
  );
}

function Key({ name }: { readonly name: string }) {
  return (
    <>
      <span class="key">{JSON.stringify(name)}</span>
      {": "}
    </>
  );
}

/** Formats a value on one line. */
function inline(value: unknown): Child {
  if (typeof value === "string") return <span class="string">{JSON.stringify(value)}</span>;
  if (value === null || typeof value !== "object") return <span class="word">{String(value)}</span>;
  if (Array.isArray(value)) return <>[{between(value.map(inline))}]</>;
  const members = Object.entries(value).map(([name, inner]) => (
    <>
      <Key name={name} />
      {inline(inner)}
    </>
  ));
  return members.length === 0 ? (
    "{}"
  ) : (
    <>
      {"{ "}
      {between(members)}
      {" }"}
    </>
  );
}

/** Inserts commas between parts. */
function between(parts: readonly Child[]): Child[] {
  return parts.flatMap((part, at) => (at === 0 ? [part] : [", ", part]));
}
