import type { Block, Branch } from "@dnstools/core/report/report";
import { Inline, Mark } from "./inline.tsx";

type Of<Kind> = Extract<Block, { kind: Kind }>;

/** A tree of names, records or certificates. */
export function Tree({ tree: { branches, more } }: { readonly tree: Of<"tree"> }) {
  return (
    <figure class="tree">
      <Branches branches={branches} />
      {more > 0 && <figcaption>{more} more in the JSON.</figcaption>}
    </figure>
  );
}

function Branches({ branches }: { readonly branches: readonly Branch[] }) {
  return (
    <ul>
      {branches.map(({ text, status, children }) => (
        <li class={status}>
          <Mark status={status} /> <Inline text={text} />
          {children.length > 0 && <Branches branches={children} />}
        </li>
      ))}
    </ul>
  );
}

/** Parts of a whole as bars. */
export function Bars({ bars: { bars } }: { readonly bars: Of<"bars"> }) {
  return (
    <ul class="bars">
      {bars.map(({ name, count, status }) => (
        <li class={status}>
          <Inline text={name} />: {count}
        </li>
      ))}
    </ul>
  );
}

/** Moments in their order. */
export function Timeline({ timeline: { moments } }: { readonly timeline: Of<"timeline"> }) {
  return (
    <ol class="timeline">
      {moments
        .toSorted((a, b) => a.at.localeCompare(b.at))
        .map(({ at, text, status }) => (
          <li class={status}>
            <time datetime={at}>{at.slice(0, 16).replace("T", " ")}</time> <Mark status={status} />{" "}
            <Inline text={text} />
          </li>
        ))}
    </ol>
  );
}
