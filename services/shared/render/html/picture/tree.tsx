/** @jsxImportSource hono/jsx */
import type { Block, Branch, Status } from "@dnstools/core/report/report";
import { type HierarchyNode, hierarchy } from "d3-hierarchy";
import { Inline, Mark } from "../inline.tsx";
import { culpritOf, Glyph, Label, Whole } from "./label.tsx";
import { asWords, type Run, runsOf, textOf, widthOf } from "./measure.ts";
import { Picture } from "./picture.tsx";

type Tree = Extract<Block, { kind: "tree" }>;

/** Minimum number of nodes for the dense layout. In that layout each node has a single line, if its text fits. */
const DENSE_MIN = 9;
/**
 * Sizes in CSS pixels: indentation per level, gap between boxes (normal and dense), height of boxes with one line and
 * with two, and maximum and minimum width of a box.
 */
const STEP = 30;
const GAP = 10;
const DENSE_GAP = 6;
const HIGH = [34, 50] as const;
const WIDEST = 720;
const NARROWEST = 90;
/** Positions within a box, in CSS pixels: start of the mark, start of the text, and end margin. */
const MARK_AT = 12;
const TEXT_AT = 38;
const END = 16;
/** Gap between title and detail on one line, in CSS pixels. */
const BETWEEN_TEXTS = 14;
/** Marks that show the cost of a node: maximum number of marks, and their width, height and distance in CSS pixels. */
const COSTS_MAX = 20;
const COST_WIDE = 5;
const COST_HIGH = 12;
const COST_STEP = 8;
/** Start of the line from a box to its children, and radius of the line's bend, in CSS pixels. */
const TRUNK = 20;
const BEND = 8;

/** The box of a node, with its position. */
type Box = {
  readonly branch: Branch;
  readonly title: readonly Run[];
  readonly detail: readonly Run[];
  /**
   * Offset of the detail if it is on the same line as the title, in CSS pixels; null if the detail is below the title.
   */
  readonly detailAt: number | null;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Number of cost marks at the end of the box. */
  readonly costs: number;
  readonly isCulprit: boolean;
};

/** Draws a tree of zones, records, names or certificates, each child below its parent. */
export function TreePicture({ tree, id }: { readonly tree: Tree; readonly id: string }) {
  const { branches, more } = tree;
  const { boxes, links } = placed(branches);
  const culprits = boxes.filter(({ isCulprit }) => isCulprit).map(({ branch }) => branch);
  return (
    <Picture
      about={{ id, title: titleOf(branches, boxes.length), summary: summaryOf(culprits) }}
      width={Math.max(...boxes.map(({ x, width }) => x + width)) + 2}
      height={Math.max(...boxes.map(({ y, height }) => y + height)) + 2}
      more={more}
      list={<Branches branches={branches} />}
    >
      <g class="links">
        {links.map(({ path, status }) => (
          <path d={path} class={status ?? ""} />
        ))}
      </g>
      {boxes.map((box) => (
        <BoxOf box={box} />
      ))}
    </Picture>
  );
}

function BoxOf({ box }: { readonly box: Box }) {
  const { branch, title, detail, detailAt, x, y, width, height, costs, isCulprit } = box;
  const { status, text } = branch;
  const start = x + TEXT_AT;
  const end = END + costs * COST_STEP;
  const max = width - TEXT_AT - end;
  return (
    <g class={`node ${status}${isCulprit ? " culprit" : ""}`}>
      <Whole status={status} text={text} />
      <rect x={x} y={y} width={width} height={height} rx={8} />
      <Glyph status={status} x={x + MARK_AT} y={y + height / 2 - 8} />
      <Label runs={title} x={start} y={y + 21.5} max={max} />
      {detail.length === 0 ? null : detailAt === null ? (
        <Label runs={detail} x={start} y={y + 39} max={max} kind="detail" />
      ) : (
        <Label runs={detail} x={start + detailAt} y={y + 21.5} max={max - detailAt} kind="detail" />
      )}
      {costs > 0 && (
        <path class="cost" d={costPath(x + width - end + COST_STEP, y + (height - COST_HIGH) / 2, costs)} />
      )}
    </g>
  );
}

/**
 * Places the boxes below each other, each indented relative to its parent, and the lines between them. Lines to a
 * highlighted box come last, so that they are drawn on top.
 */
function placed(branches: readonly Branch[]) {
  const top: Branch = { text: "", status: "none", children: branches };
  const root = hierarchy(top, ({ children }) => children);
  const nodes = root.descendants().length === 1 ? [] : inOrder(root).slice(1);
  const worst = culpritOf(nodes.map(({ data }) => data.status));
  const boxes = new Map<HierarchyNode<Branch>, Box>();
  const isDense = nodes.length >= DENSE_MIN;
  let y = 1;
  for (const node of nodes) {
    const box = boxOf(node, { y, worst, isDense });
    boxes.set(node, box);
    y += box.height + (isDense ? DENSE_GAP : GAP);
  }
  const links = nodes.flatMap((node) => {
    const [from, to] = [node.parent === null ? undefined : boxes.get(node.parent), boxes.get(node)];
    if (from === undefined || to === undefined) return [];
    return [{ path: linkPath(from, to), status: to.isCulprit ? worst : null }];
  });
  return {
    boxes: [...boxes.values()],
    links: links.toSorted((a, b) => Number(a.status !== null) - Number(b.status !== null)),
  };
}

/** Returns the nodes in an order in which each parent comes before its children. */
function inOrder(root: HierarchyNode<Branch>): readonly HierarchyNode<Branch>[] {
  const nodes: HierarchyNode<Branch>[] = [];
  root.eachBefore((node) => nodes.push(node));
  return nodes;
}

type Place = { readonly y: number; readonly worst: Status | null; readonly isDense: boolean };

function boxOf({ data: branch, depth }: HierarchyNode<Branch>, { y, worst, isDense }: Place): Box {
  const { title, detail } = linesOf(runsOf(branch.text));
  const [first, second] = [widthOf(title), widthOf(asWords(detail))];
  const detailAt = first + BETWEEN_TEXTS;
  const costs = Math.max(0, Math.min(COSTS_MAX, branch.cost ?? 0));
  const end = END + costs * COST_STEP;
  const isLine = isDense && TEXT_AT + detailAt + second + end <= WIDEST;
  const text = isLine && second > 0 ? detailAt + second : Math.max(first, second);
  return {
    branch,
    title,
    detail,
    detailAt: isLine ? detailAt : null,
    x: 1 + (depth - 1) * STEP,
    y,
    width: Math.min(WIDEST, Math.max(NARROWEST, TEXT_AT + text + end)),
    height: HIGH[detail.length > 0 && !isLine ? 1 : 0],
    costs,
    isCulprit: branch.status === worst,
  };
}

/** Separators between the title and the detail of a node. They are recognised only in this project's own words. */
const BETWEEN = [": ", " · "];

function linesOf(runs: readonly Run[]): { readonly title: readonly Run[]; readonly detail: readonly Run[] } {
  for (const [at, { text, isOutside }] of runs.entries()) {
    const mark = isOutside ? undefined : BETWEEN.find((one) => text.includes(one));
    if (mark === undefined) continue;
    const end = text.indexOf(mark);
    const part = (some: string): Run[] => (some === "" ? [] : [{ text: some, isOutside: false }]);
    const title = [...runs.slice(0, at), ...part(text.slice(0, end))];
    const detail = [...part(text.slice(end + mark.length)), ...runs.slice(at + 1)];
    if (title.length > 0 && detail.length > 0) return { title, detail };
  }
  return { title: runs, detail: [] };
}

/** Returns the SVG path of the cost marks, which are drawn next to each other. */
function costPath(x: number, y: number, costs: number): string {
  return Array.from(
    { length: costs },
    (_, at) => `M${x + at * COST_STEP} ${y}h${COST_WIDE}v${COST_HIGH}h${-COST_WIDE}z`,
  ).join("");
}

function linkPath(from: Box, to: Box): string {
  const x = from.x + TRUNK;
  const y = to.y + to.height / 2;
  return `M${x} ${from.y + from.height}V${y - BEND}Q${x} ${y} ${x + BEND} ${y}H${to.x}`;
}

function titleOf([first]: readonly Branch[], count: number): string {
  const start = first === undefined ? "" : `, from ${textOf(linesOf(runsOf(first.text)).title)}`;
  return `Tree of ${count} ${count === 1 ? "part" : "parts"}${start}`;
}

function summaryOf(culprits: readonly Branch[]): string {
  const [first] = culprits;
  if (first === undefined) return "No part is marked.";
  const others = culprits.length === 1 ? "" : `, and ${culprits.length - 1} more`;
  return `Marked as ${first.status}: ${textOf(runsOf(first.text))}${others}.`;
}

function Branches({ branches }: { readonly branches: readonly Branch[] }) {
  return (
    <ul>
      {branches.map(({ text, status, children }) => (
        <li>
          <Mark status={status} /> <Inline text={text} />
          {children.length > 0 && <Branches branches={children} />}
        </li>
      ))}
    </ul>
  );
}
