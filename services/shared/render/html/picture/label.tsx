/** @jsxImportSource hono/jsx */
import type { Status, Text } from "@dnstools/core/report/report";
import { STATUS_WORDS } from "../inline.tsx";
import { asWords, cutRuns, type Run, runsOf, textOf } from "./measure.ts";

/** Draws a line of text that is cut to `max` CSS pixels. */
export function Label(props: {
  readonly runs: readonly Run[];
  readonly x: number;
  readonly y: number;
  readonly max: number;
  readonly kind?: "title" | "detail";
}) {
  const { runs, x, y, max, kind = "title" } = props;
  return (
    <text x={x} y={y} class={kind}>
      {cutRuns(kind === "detail" ? asWords(runs) : runs, max).map(({ text, isOutside }) =>
        isOutside ? <tspan class={kind === "title" ? "outside" : "apart"}>{text}</tspan> : text,
      )}
    </text>
  );
}

/**
 * Renders the full text of a part of the picture as the part's title, including its status as a word, since the
 * visible text may be cut.
 */
export function Whole({ status, text }: { readonly status: Status; readonly text: Text }) {
  const whole = textOf(runsOf(text));
  return <title>{status === "none" ? whole : `${STATUS_WORDS[status]}: ${whole}`}</title>;
}

/**
 * Shapes of the status marks in a square of 16 pixels. The marks are drawn because colour alone is not accessible and
 * not every font has the characters.
 */
const SHAPES: Readonly<Record<Exclude<Status, "none">, string>> = {
  pass: "M4.5 8.4l2.4 2.4 4.6-5.2",
  warning: "M8 4v4.8M8 11.4v.6",
  fail: "M5.2 5.2l5.6 5.6M10.8 5.2l-5.6 5.6",
  unknown: "M5.9 6.1c.2-2.6 4.2-2.4 4.2 0 0 1.5-2.1 1.6-2.1 3.1M8 11.5v.5",
};

/** Draws the mark of a status, 16 pixels wide and high; a dot for `none`. */
export function Glyph({ status, x, y }: { readonly status: Status; readonly x: number; readonly y: number }) {
  const place = `translate(${x} ${y})`;
  if (status === "none") return <circle class="dot" cx={x + 8} cy={y + 8} r={3} />;
  return (
    <g class={`glyph ${status}`} transform={place}>
      <circle cx={8} cy={8} r={8} />
      <path d={SHAPES[status]} />
    </g>
  );
}

/** Statuses that a picture highlights, worst first. */
const CULPRITS: readonly Status[] = ["fail", "warning", "unknown"];

/** Returns the worst status in a picture, whose parts the picture highlights; null if no part has a problem. */
export function culpritOf(statuses: readonly Status[]): Status | null {
  return CULPRITS.find((status) => statuses.includes(status)) ?? null;
}
