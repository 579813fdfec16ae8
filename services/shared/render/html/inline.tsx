/** @jsxImportSource hono/jsx */
import type { Cell, Status, Text } from "@dnstools/core/report/report";
import { shown } from "./shown.ts";

/** Word shown for each status, since colour alone is not accessible. */
export const STATUS_WORDS: Readonly<Record<Status, string>> = {
  pass: "pass",
  warning: "warning",
  fail: "fail",
  unknown: "unknown",
  none: "",
};

/**
 * Renders a text. Each part that comes from a third party gets its own element, so that its writing direction does not
 * affect the text around it.
 */
export function Inline({ text }: { readonly text: Text }) {
  if (typeof text === "string") return <Words text={text} />;
  if ("outside" in text) return <bdi class="outside">{shown(text.outside)}</bdi>;
  return (
    <>
      {text.map((part) => (
        <Inline text={part} />
      ))}
    </>
  );
}

/** Renders this project's own words. Text between backticks is rendered as code. */
function Words({ text }: { readonly text: string }) {
  return <>{text.split(/`([^`]+)`/).map((part, at) => (at % 2 === 1 ? <code>{part}</code> : part))}</>;
}

/** Renders a status as a coloured word; renders nothing for the status `none`. */
export function Mark({ status }: { readonly status: Status }) {
  return status === "none" ? null : <span class={`mark ${status}`}>{STATUS_WORDS[status]}</span>;
}

/** Renders a value with its status. */
export function Value({ cell }: { readonly cell: Cell }) {
  if (typeof cell === "object" && "status" in cell)
    return (
      <span class={`cell ${cell.status}`}>
        <Mark status={cell.status} /> <Inline text={cell.text} />
      </span>
    );
  return <Inline text={cell} />;
}
