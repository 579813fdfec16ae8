/** @jsxImportSource hono/jsx */
import type { Exchange, Report } from "@dnstools/core/report/report";
import { Copyable } from "./copyable.tsx";
import { Inline, Value } from "./inline.tsx";

/** Information about the page that the parts of a report need. */
export type Page = {
  /** Prefix of the ids of the report's elements, since several reports may be on one page. */
  readonly id: string;
  /** Ids of the exchanges that are shown on the page. */
  readonly exchanges: ReadonlySet<string>;
};

/** Maximum number of exchanges that are listed for a finding. */
const LINKS_MAX = 5;

/** Renders the ids of the exchanges that show a finding, as links if the exchanges are on the page. */
export function EvidenceLinks({ ids, page }: { readonly ids: readonly string[]; readonly page: Page }) {
  return (
    <>
      evidence{" "}
      {ids.slice(0, LINKS_MAX).map((id, at) => (
        <>
          {at > 0 && ", "}
          {page.exchanges.has(id) && idOf(page, id) !== null ? (
            <a href={`#${idOf(page, id)}`}>{id}</a>
          ) : (
            <Inline text={{ outside: id }} />
          )}
        </>
      ))}
      {ids.length > LINKS_MAX && ` and ${ids.length - LINKS_MAX} more`}
    </>
  );
}

/** Renders the exchanges in a folded section, each with the command that repeats it. */
export function Evidence({ evidence, page }: { readonly evidence: Report["evidence"]; readonly page: Page }) {
  const { exchanges, more } = evidence;
  if (exchanges.length === 0) return null;
  return (
    <details class="section evidence">
      <summary>
        <h2>What was queried, and how can I repeat it?</h2>
      </summary>
      <ol>
        {exchanges.map((exchange) => (
          <ExchangeOf exchange={exchange} page={page} />
        ))}
      </ol>
      {more > 0 && <p class="note">{more} more in the JSON.</p>}
    </details>
  );
}

function ExchangeOf({ exchange, page }: { readonly exchange: Exchange; readonly page: Page }) {
  const { id, question, server, address, result, elapsedMs, repeat } = exchange;
  const anchor = idOf(page, id);
  return (
    <li {...(anchor === null ? {} : { id: anchor })}>
      <p class="about">
        {anchor !== null && <b>{id}</b>} <Inline text={server} /> <Inline text={address} />:{" "}
        <Value cell={result} /> {elapsedMs} ms
      </p>
      {repeat === null ? (
        <p class="question">
          <Inline text={question} />
        </p>
      ) : (
        <Copyable code={repeat} />
      )}
    </li>
  );
}

/** Returns the element id of an exchange; null if the exchange's own id is not a number. */
function idOf(page: Page, id: string): string | null {
  return /^\d{1,6}$/.test(id) ? `${page.id}-evidence-${id}` : null;
}
