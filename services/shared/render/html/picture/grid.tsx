/** @jsxImportSource hono/jsx */
import { join } from "@dnstools/core/report/blocks";
import type { Block, Tile } from "@dnstools/core/report/report";
import { Inline, Mark } from "../inline.tsx";
import { culpritOf, Glyph, Label, Whole } from "./label.tsx";
import { runsOf, widthOf } from "./measure.ts";
import { Picture } from "./picture.tsx";

type Grid = Extract<Block, { kind: "grid" }>;
type Group = Grid["groups"][number];

/** Maximum number of tiles that are drawn. Further tiles are only counted. */
const TILES_MAX = 60;
/**
 * Sizes in CSS pixels, except for `ACROSS_MAX`, the maximum number of tiles in a row: width of the picture, maximum
 * width of a tile with its gap, height of a tile with its gap, the gap, start and end margin of a tile's text, height
 * of a group's name, and the gap between groups.
 */
const WHOLE = 872;
const WIDEST = 290;
const ACROSS_MAX = 4;
const HIGH = 38;
const GAP = 8;
const TEXT_AT = 32;
const END = 10;
const NAME = 30;
const BETWEEN = 14;

/** Draws a grid of tiles in groups, the most important group first. */
export function GridPicture({ grid, id }: { readonly grid: Grid; readonly id: string }) {
  const { groups, more } = shown(grid);
  const tiles = groups.flatMap((group) => group.tiles);
  const worst = culpritOf(tiles.map(({ status }) => status));
  const marked = tiles.filter(({ status }) => status === worst);
  const longest = Math.max(0, ...tiles.map(({ name }) => widthOf(runsOf(name))));
  // The number of tiles in a row is limited so that each tile is wide enough for the longest name.
  const across = Math.min(
    ACROSS_MAX,
    Math.floor(WHOLE / Math.min(WIDEST, TEXT_AT + longest + END + GAP + 2)),
  );
  const wide = Math.floor(WHOLE / across);
  let y = 0;
  const placed = groups.map((group) => {
    const top = y;
    y += NAME + Math.ceil(group.tiles.length / across) * HIGH + BETWEEN;
    return { group, top };
  });
  return (
    <Picture
      about={{
        id,
        title: `Grid of ${tiles.length} ${tiles.length === 1 ? "tile" : "tiles"} in ${groups.length} ${groups.length === 1 ? "group" : "groups"}`,
        summary:
          worst === null ? "No tile is marked." : `Number of tiles marked as ${worst}: ${marked.length}.`,
      }}
      width={across * wide - GAP}
      height={Math.max(HIGH, y - BETWEEN)}
      more={more}
      list={<GroupList groups={groups} />}
    >
      {placed.map(({ group, top }) => (
        <g>
          <text class="group" x={0} y={top + 18}>
            {group.name}
          </text>
          {group.tiles.map((tile, at) => (
            <TileOf
              tile={tile}
              x={1 + (at % across) * wide}
              y={top + NAME + Math.floor(at / across) * HIGH}
              width={wide - GAP - 2}
              isCulprit={tile.status === worst}
            />
          ))}
        </g>
      ))}
    </Picture>
  );
}

function TileOf(props: {
  readonly tile: Tile;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly isCulprit: boolean;
}) {
  const { tile, x, y, width, isCulprit } = props;
  const { name, status } = tile;
  return (
    <g class={`node ${status}${isCulprit ? " culprit" : ""}`}>
      <Whole status={status} text={wholeOf(tile)} />
      <rect x={x} y={y} width={width} height={HIGH - GAP} rx={6} />
      <Glyph status={status} x={x + 8} y={y + (HIGH - GAP) / 2 - 8} />
      <Label runs={runsOf(name)} x={x + TEXT_AT} y={y + 19.5} max={width - TEXT_AT - END} />
    </g>
  );
}

function wholeOf({ name, text }: Tile) {
  return join(
    [name, text].filter((part) => part !== ""),
    ": ",
  );
}

/** Returns the tiles that are drawn, beginning with the first groups. */
function shown({ groups, more }: Grid): Pick<Grid, "groups" | "more"> {
  let left = TILES_MAX;
  let others = more;
  const kept = groups.map(({ name, tiles }): Group => {
    const some = tiles.slice(0, left);
    left -= some.length;
    others += tiles.length - some.length;
    return { name, tiles: some };
  });
  return { groups: kept.filter(({ tiles }) => tiles.length > 0), more: others };
}

function GroupList({ groups }: { readonly groups: readonly Group[] }) {
  return (
    <ul>
      {groups.map(({ name, tiles }) => (
        <li>
          {name}
          <ul>
            {tiles.map((tile) => (
              <li>
                <Mark status={tile.status} /> <Inline text={wholeOf(tile)} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  );
}
