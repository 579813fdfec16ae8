/** @jsxImportSource hono/jsx */
import { summaryExample } from "../../openapi/examples.ts";
import { JsonView } from "./json-view.tsx";
import { Prose, Rows } from "./prose.tsx";

/** The members of every answer, in their order. */
const MEMBERS: readonly (readonly [name: string, text: string])[] = [
  ["query", "What was read of the call, with the defaults filled in."],
  [
    "summary",
    "The main thing in one word and one sentence. `fail`: something is wrong. `unknown`: nothing wrong was found, and something that could be wrong could not be found out. `warning`: it works, and should be mended. `pass`: nothing to do.",
  ],
  [
    "data",
    "All that was seen, in the tool's own fields: the tool's page has each of them. Null with `view=summary`.",
  ],
  [
    "findings",
    "What is worth saying about it, worst first. Each has a stable `code`, the `subjects` that it is about, what to do (`fix`), the rule (`reference`), the ids of the `evidence` that shows it, and `docs`: [its own page](/docs/findings).",
  ],
  [
    "evidence",
    "Every exchange with a server: the question, the address that was asked, what came, and when. You can repeat each with dig, curl or openssl. Null with `evidence=none`.",
  ],
  [
    "links",
    "The same call (`self`), its report for people (`report`), and what other tools say of the same name or address (`related`).",
  ],
  [
    "meta",
    "When the look began, how long it took, what it cost, and how old it is where an earlier one is shown again.",
  ],
];

/** How to read what could not be found out. */
const RULES: readonly string[] = [
  "What came from outside has a `status` beside it. [Words](/docs/words) explains each of them.",
  "`unknown` always has a `reason`, such as `timeout` or `refused`. [These are all reasons](/docs/errors#reasons); none of them means that a thing does not exist.",
  "A list that could not be found out is `null`. An empty list is proved to be empty.",
  "Times are UTC (ISO 8601), a `ttl` is in seconds, and other numbers have their unit in the name: `elapsedMs`, `ageS`.",
];

/** What every answer consists of, with one as an example. */
export function ReadAnswer() {
  return (
    <section aria-labelledby="answers">
      <h2 id="answers">How to read an answer</h2>
      <p>
        All tools answer in the same form. This is an answer of <a href="/docs/mail">mail</a>, asked with{" "}
        <code>view=summary</code>:
      </p>
      <JsonView value={summaryExample("mail")} label="An answer of mail" open={3} />
      <Rows rows={MEMBERS} />
      <h3>Unknown is not no</h3>
      <ul>
        {RULES.map((text) => (
          <li>
            <Prose text={text} />
          </li>
        ))}
      </ul>
    </section>
  );
}
