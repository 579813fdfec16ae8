/** @jsxImportSource hono/jsx */
import type { Contract, ToolName } from "@dnstools/core/tool/contract";
import type { Page } from "../page.tsx";
import { Severities } from "./findings.tsx";
import { Prose } from "./prose.tsx";
import { statusFields } from "./status-fields.ts";
import { WORD_GROUPS, type WordGroup } from "./words.ts";

/** Fields that are named for a word; of a word with more, the tools alone. */
const FIELDS_MAX = 6;

/** The page that explains every word of a status, with the fields in which it stands. */
export function wordsPage(contracts: readonly Contract[]): Page {
  const fields = statusFields(contracts);
  return {
    path: "/docs/words",
    kind: "text",
    title: "dnstools: words of answers",
    description: "Every status word of the API's answers: what it means, and where it stands.",
    main: (
      <>
        <h1>Words of answers</h1>
        <p class="lead">
          Whatever came from outside has a status beside it, so that <em>could not find out</em> never reads
          as <em>no</em>. These are all words that a status can be, and what each says.
        </p>
        {WORD_GROUPS.map((group) => (
          <Group group={group} fields={fields} />
        ))}
        <h2 id="severities">Severities</h2>
        <p>
          How much a <a href="/docs/findings">finding</a> matters, and what it makes of the summary.
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

/** In which fields a word stands, by tool. */
function whereOf(where: ReadonlyMap<ToolName, ReadonlySet<string>> = new Map()): string {
  const count = [...where.values()].reduce((sum, { size }) => sum + size, 0);
  const tools = [...where].map(([tool, fields]) =>
    count > FIELDS_MAX ? tool : `${tool}: ${[...fields].map((field) => `\`${field}\``).join(", ")}`,
  );
  return tools.join(count > FIELDS_MAX ? ", " : "; ");
}
