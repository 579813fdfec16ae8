/** @jsxImportSource hono/jsx */
import { say } from "@dnstools/core/report/blocks";
import type { Block, Moment } from "@dnstools/core/report/report";
import { Inline, Mark } from "../inline.tsx";
import { shown } from "../shown.ts";
import { distance } from "./distance.ts";
import { culpritOf, Glyph, Label, Whole } from "./label.tsx";
import { runsOf, textOf, widthOf } from "./measure.ts";
import { Picture } from "./picture.tsx";

type Moments = Extract<Block, { kind: "timeline" }>["moments"];

/** Maximum number of moments that are drawn. Further moments are only counted. */
const MOMENTS_MAX = 60;
/**
 * Sizes in CSS pixels: row height, maximum text width, width of the date, width of the scale, gap, margin of the scale,
 * and start of the text.
 */
const ROW = 48;
const WORDS_MAX = 400;
const DATE = 270;
const SCALE = 400;
const GAP = 20;
const EDGE = 14;
const TEXT_AT = 26;

type Row = {
  readonly moment: Moment;
  /** Time of the moment in milliseconds since 1970; null if the time cannot be parsed. */
  readonly time: number | null;
  /** Time of the moment in words, including the time between the moment and the observation. */
  readonly when: string;
};

/** Draws the moments in chronological order on a scale relative to the time of the observation. */
export function TimelinePicture({ moments, id }: { readonly moments: Moments; readonly id: string }) {
  const ordered = moments.toSorted((a, b) => a.at.localeCompare(b.at));
  const now = timeOf(ordered.find(({ isNow }) => isNow === true));
  const rows = ordered.slice(0, MOMENTS_MAX).map((moment) => rowOf(moment, now));
  const texts = rows.map(({ moment }) => widthOf(runsOf(moment.text)));
  const words = Math.min(WORDS_MAX, Math.max(DATE, ...texts));
  const start = TEXT_AT + words + GAP;
  const placeOf = scaleOf(rows, start + EDGE);
  const worst = culpritOf(ordered.map(({ status }) => status));
  const first = worst === null ? undefined : ordered.find(({ status }) => status === worst);
  const height = rows.length * ROW;
  const nowAt = now === null ? null : placeOf(now);
  return (
    <Picture
      about={{
        id,
        title: `Timeline of ${rows.length} ${rows.length === 1 ? "moment" : "moments"}`,
        summary:
          first === undefined
            ? "No moment is marked."
            : `Marked as ${first.status}: ${textOf(runsOf(first.text))}.`,
      }}
      width={start + SCALE}
      height={height}
      more={ordered.length - rows.length}
      list={<MomentList rows={rows} />}
    >
      <path class="scale" d={rows.map((_, at) => `M${start} ${at * ROW + ROW / 2}h${SCALE}`).join("")} />
      {nowAt !== null && <path class="now" d={`M${nowAt} 0V${height}`} />}
      {rows.map((row, at) => (
        <RowOf
          row={row}
          top={at * ROW}
          words={words}
          nowAt={nowAt}
          placeOf={placeOf}
          isCulprit={worst !== null && row.moment.status === worst}
        />
      ))}
    </Picture>
  );
}

function RowOf(props: {
  readonly row: Row;
  readonly top: number;
  readonly words: number;
  readonly nowAt: number | null;
  readonly placeOf: (time: number) => number;
  readonly isCulprit: boolean;
}) {
  const { row, top, words, nowAt, placeOf, isCulprit } = props;
  const { moment, time, when } = row;
  const { status, text, isNow = false } = moment;
  const middle = top + ROW / 2;
  const at = time === null ? null : placeOf(time);
  return (
    <g class={`moment ${status}${isNow ? " now" : ""}${isCulprit ? " culprit" : ""}`}>
      <Whole status={status} text={say`${text} ${when}`} />
      <Glyph status={status} x={0} y={middle - 17} />
      <Label runs={runsOf(text)} x={TEXT_AT} y={middle - 4} max={words} />
      <Label
        runs={[{ text: when, isOutside: false }]}
        x={TEXT_AT}
        y={middle + 14}
        max={words}
        kind="detail"
      />
      {at !== null && nowAt !== null && <path class="way" d={`M${nowAt} ${middle}H${at}`} />}
      {at !== null && <circle cx={at} cy={middle} r={isNow ? 4 : 6} />}
    </g>
  );
}

function rowOf(moment: Moment, now: number | null): Row {
  const time = timeOf(moment);
  const far = now === null || time === null || moment.isNow === true ? "" : distance(time - now);
  const day = time === null ? shown(moment.at) : `${moment.at.slice(0, 16).replace("T", " ")} UTC`;
  return { moment, time, when: far === "" ? day : `${day}, ${far}` };
}

/** Returns the time of a moment in milliseconds since 1970; null if the time cannot be parsed. */
function timeOf(moment: Moment | undefined): number | null {
  const time = Date.parse(moment?.at ?? "");
  return Number.isNaN(time) ? null : time;
}

/** Returns a function that converts a time to its position on the scale, in CSS pixels. */
function scaleOf(rows: readonly Row[], start: number): (time: number) => number {
  const times = rows.flatMap(({ time }) => (time === null ? [] : [time]));
  const first = Math.min(...times);
  const span = Math.max(...times) - first;
  const length = SCALE - 2 * EDGE;
  return (time) => Math.round(start + (span === 0 ? length / 2 : ((time - first) / span) * length));
}

function MomentList({ rows }: { readonly rows: readonly Row[] }) {
  return (
    <ol>
      {rows.map(({ moment: { text, status }, when }) => (
        <li>
          {when}: <Mark status={status} /> <Inline text={text} />
        </li>
      ))}
    </ol>
  );
}
