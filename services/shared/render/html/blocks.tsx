/** @jsxImportSource hono/jsx */
import type { Block } from "@dnstools/core/report/report";
import { Copyable } from "./copyable.tsx";
import type { Page } from "./evidence.tsx";
import { Facts } from "./facts.tsx";
import { Finding } from "./finding.tsx";
import { Inline, Mark, Value } from "./inline.tsx";
import { BarsPicture } from "./picture/bars.tsx";
import { GridPicture } from "./picture/grid.tsx";
import { TimelinePicture } from "./picture/timeline.tsx";
import { TreePicture } from "./picture/tree.tsx";

/**
 * Renders a block of a section.
 * @param id id of the block, unique on the page.
 */
export function BlockOf({
  block,
  id,
  page,
}: {
  readonly block: Block;
  readonly id: string;
  readonly page: Page;
}) {
  switch (block.kind) {
    case "verdict":
      return (
        <p class={`judged ${block.status}`}>
          <Mark status={block.status} /> <Inline text={block.text} />
        </p>
      );
    case "finding":
      return <Finding advice={block} page={page} />;
    case "facts":
      return <Facts facts={block.facts} />;
    case "table":
      return <Table table={block} />;
    case "tree":
      return <TreePicture tree={block} id={id} />;
    case "bars":
      return <BarsPicture bars={block.bars} id={id} />;
    case "grid":
      return <GridPicture grid={block} id={id} />;
    case "timeline":
      return <TimelinePicture moments={block.moments} id={id} />;
    case "code":
      return <Copyable code={block} />;
    case "note":
      return (
        <p class="note">
          <Inline text={block.text} />
        </p>
      );
  }
}

function Table({ table: { columns, rows, more } }: { readonly table: Extract<Block, { kind: "table" }> }) {
  return (
    <>
      {/* Focusable, so that a table wider than the page can be scrolled with the keyboard. */}
      <div class="table" tabindex={0}>
        <table>
          <thead>
            <tr>
              {columns.map((name) => (
                <th scope="col">{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr>
                {row.map((cell, at) => (
                  // On narrow screens the column's name is shown next to each value.
                  <td data-column={columns[at]}>
                    <Value cell={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {more > 0 && <p class="note">{more} more in the JSON.</p>}
    </>
  );
}
