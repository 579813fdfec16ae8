/** @jsxImportSource hono/jsx */
import type { Cell, Status, Text } from "@dnstools/core/report/report";
import { shown } from "./shown.ts";

/** The word of each status: colour alone would not be enough. */
export const STATUS_WORDS: Readonly<Record<Status, string>> = {
  pass: "pass",
  warning: "warning",
  fail: "fail",
  unknown: "unknown",
  none: "",
};

/** Words of this project, and text from outside in an element of its own, whose direction reaches nothing around it. */
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

/** Words of this project: what stands between backticks is code. */
function Words({ text }: { readonly text: string }) {
  return <>{text.split(/`([^`]+)`/).map((part, at) => (at % 2 === 1 ? <code>{part}</code> : part))}</>;
}

/** A status as a word in its colour; nothing for `none`. */
export function Mark({ status }: { readonly status: Status }) {
  return status === "none" ? null : <span class={`mark ${status}`}>{STATUS_WORDS[status]}</span>;
}

/** A value with its status. */
export function Value({ cell }: { readonly cell: Cell }) {
  if (typeof cell === "object" && "status" in cell)
    return (
      <span class={`cell ${cell.status}`}>
        <Mark status={cell.status} /> <Inline text={cell.text} />
      </span>
    );
  return <Inline text={cell} />;
}
