import { harmless } from "@dnstools/core/harmless";
import { SEVERITY_STATUS } from "@dnstools/core/report/make-report";
import type { Advice, Block, Code, Fact } from "@dnstools/core/report/report";
import { rfcUrl } from "@dnstools/core/tool/finding";
import { Inline, Mark, Value } from "./inline.tsx";
import { Bars, Timeline, Tree } from "./pictures.tsx";

type Of<Kind> = Extract<Block, { kind: Kind }>;

/** A block of a section. */
export function BlockOf({ block }: { readonly block: Block }) {
  switch (block.kind) {
    case "verdict":
      return (
        <p class={`verdict-line ${block.status}`}>
          <Mark status={block.status} /> <Inline text={block.text} />
        </p>
      );
    case "finding":
      return <Finding advice={block} />;
    case "facts":
      return <Facts facts={block.facts} />;
    case "table":
      return <Table table={block} />;
    case "tree":
      return <Tree tree={block} />;
    case "bars":
      return <Bars bars={block} />;
    case "timeline":
      return <Timeline timeline={block} />;
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

/** A finding with what to do about it. */
function Finding({ advice }: { readonly advice: Advice }) {
  const { severity, text, fix, publish, test, repeat, code, reference, docs, evidence } = advice;
  const rfc = reference === null ? null : rfcUrl(reference);
  return (
    <div class={`finding ${SEVERITY_STATUS[severity]}`}>
      <h3>
        <span class="mark">{severity}</span> <Inline text={text} />
      </h3>
      {fix !== null && (
        <p class="fix">
          <Inline text={fix} />
        </p>
      )}
      {publish.map((one) => (
        <Copyable code={one} />
      ))}
      {test !== null && (
        <p>
          <a href={reportPath(test)}>Check this before publishing</a>
        </p>
      )}
      {repeat !== null && <Copyable code={repeat} />}
      <p class="about">
        <a href={docs}>{code}</a>
        {reference !== null && <> · {rfc === null ? reference : <a href={rfc}>{reference}</a>}</>}
        {evidence.length > 0 && <> · evidence {evidence.slice(0, 5).join(", ")}</>}
      </p>
    </div>
  );
}

/** The report of a call of the API: other calls are no links. */
function reportPath(call: string): string {
  const [, tool, query = ""] = /^\/api\/v1\/([a-z]+)\?(.*)$/.exec(call) ?? [];
  const params = new URLSearchParams(query);
  const domain = params.get("domain");
  if (tool === undefined || domain === null) return call;
  params.delete("domain");
  return `/${tool}/${encodeURIComponent(domain)}?${params}`;
}

/** Names with their values. */
export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl class="facts">
      {facts.map(({ name, value }) => (
        <div>
          <dt>
            <Inline text={name} />
          </dt>
          <dd>
            <Value cell={value} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Table({ table: { columns, rows, more } }: { readonly table: Of<"table"> }) {
  return (
    // Focusable, so that a keyboard can move what is wider than the page.
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
              {row.map((cell) => (
                <td>
                  <Value cell={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {more > 0 && <p class="note">{more} more in the JSON.</p>}
    </div>
  );
}

/** Lines to copy. Without a script the text is marked by hand. */
function Copyable({ code: { label, language, lines } }: { readonly code: Code }) {
  return (
    <figure class={`copyable ${language}`}>
      <figcaption>
        <Inline text={label} />
      </figcaption>
      <pre tabindex={0}>
        <code>{lines.map(harmless).join("\n")}</code>
      </pre>
    </figure>
  );
}
