/** @jsxImportSource hono/jsx */
import type { Bar, Block } from "@dnstools/core/report/report";
import { Inline, Mark } from "../inline.tsx";
import { culpritOf, Glyph, Label, Whole } from "./label.tsx";
import { runsOf, textOf, widthOf } from "./measure.ts";
import { Picture } from "./picture.tsx";

/**
 * Sizes in CSS pixels: row height, maximum name width, maximum bar length, bar height, start of the text, gap, and
 * width of the count. The count is shown before the bar because a long bar may extend beyond a narrow screen.
 */
const ROW = 32;
const NAME_MAX = 260;
const LONGEST = 340;
const THICK = 16;
const TEXT_AT = 24;
const GAP = 16;
const COUNT = 48;
/** Minimum length of a bar, so that a small count is visible. */
const SHORTEST = 4;

/** Draws a bar chart with the count of each bar. */
export function BarsPicture({
  bars,
  id,
}: {
  readonly bars: Extract<Block, { kind: "bars" }>["bars"];
  readonly id: string;
}) {
  const most = Math.max(1, ...bars.map(({ count }) => count));
  const names = Math.min(NAME_MAX, Math.max(...bars.map(({ name }) => widthOf(runsOf(name)))));
  const start = TEXT_AT + names + GAP;
  const worst = culpritOf(bars.map(({ status }) => status));
  return (
    <Picture
      about={{ id, title: `${bars.length} bars`, summary: `${bars.map(sentence).join(", ")}.` }}
      width={start + COUNT + LONGEST}
      height={bars.length * ROW}
      list={<BarList bars={bars} />}
    >
      {bars.map(({ name, count, status }, at) => {
        const length = count === 0 ? 0 : Math.max(SHORTEST, Math.round((count / most) * LONGEST));
        const middle = at * ROW + ROW / 2;
        return (
          <g class={`bar ${status}${status === worst ? " culprit" : ""}`}>
            <Whole status={status} text={[...flat(name), `: ${count}`]} />
            <Glyph status={status} x={0} y={middle - 8} />
            <Label runs={runsOf(name)} x={TEXT_AT} y={middle + 4.5} max={names} />
            <rect x={start + COUNT} y={middle - THICK / 2} width={length} height={THICK} rx={4} />
            <text class="count" x={start} y={middle + 4.5}>
              {count}
            </text>
          </g>
        );
      })}
    </Picture>
  );
}

function flat(name: Bar["name"]) {
  return typeof name === "string" || "outside" in name ? [name] : name;
}

function sentence({ name, count }: Bar): string {
  return `${textOf(runsOf(name))} ${count}`;
}

function BarList({ bars }: { readonly bars: readonly Bar[] }) {
  return (
    <ul>
      {bars.map(({ name, count, status }) => (
        <li>
          <Mark status={status} /> <Inline text={name} />: {count}
        </li>
      ))}
    </ul>
  );
}
