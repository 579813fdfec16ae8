/** @jsxImportSource hono/jsx */
import type { Contract, ToolName } from "@dnstools/core/tool/contract";
import type { Page } from "../page.tsx";
import { Severities } from "./findings.tsx";
import { Prose } from "./prose.tsx";
import { statusFields } from "./status-fields.ts";
import { WORD_GROUPS, type WordGroup } from "./words.ts";

/** Maximum number of fields that are listed for a status word. If there are more, only the tools are listed. */
const FIELDS_MAX = 6;

/** Returns the page that explains every status word and lists the fields that can contain each word. */
export function wordsPage(contracts: readonly Contract[]): Page {
  const fields = statusFields(contracts);
  return {
    path: "/docs/words",
    kind: "text",
    title: "dnstools: words of answers",
    description: "Every status word of the API's answers: what it means, and in which fields it occurs.",
    main: (
      <>
        <h1>Words of answers</h1>
        <p class="lead">
          Every observed value has a status, so that <em>could not be determined</em> is never mistaken for{" "}
          <em>no</em>. This page explains all status words.
        </p>
        {WORD_GROUPS.map((group) => (
          <Group group={group} fields={fields} />
        ))}
        <h2 id="severities">Severities</h2>
        <p>
          How important a <a href="/docs/findings">finding</a> is, and how it affects the summary.
        </p>
        <Severities idPrefix="severity-" />
      </>
    ),
  };
}

type Fields = ReturnType<typeof statusFields>;

function Group({
  group: { title, of, words },
  fields,
}: {
  readonly group: WordGroup;
  readonly fields: Fields;
}) {
  return (
    <>
      <h2 id={title.toLowerCase().replaceAll(" ", "-")}>{title}</h2>
      <p>
        <Prose text={of} />
      </p>
      <dl class="codes">
        {Object.entries(words).map(([word, text]) => (
          <div id={`word-${word}`}>
            <dt>
              <a href={`#word-${word}`}>
                <code>{word}</code>
              </a>
            </dt>
            <dd>
              <Prose text={text} />{" "}
              <span class="small where">
                <Prose text={whereOf(fields.get(word))} />
              </span>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** Returns a text that lists the fields that can contain a status word, by tool. */
function whereOf(where: ReadonlyMap<ToolName, ReadonlySet<string>> = new Map()): string {
  const count = [...where.values()].reduce((sum, { size }) => sum + size, 0);
  const tools = [...where].map(([tool, fields]) =>
    count > FIELDS_MAX ? tool : `${tool}: ${[...fields].map((field) => `\`${field}\``).join(", ")}`,
  );
  return tools.join(count > FIELDS_MAX ? ", " : "; ");
}
