/** @jsxImportSource hono/jsx */
import { summaryExample } from "../../openapi/examples.ts";
import { JsonView } from "./json-view.tsx";
import { Prose, Rows } from "./prose.tsx";

/** The members of every answer in order, with explanations. */
const MEMBERS: readonly (readonly [name: string, text: string])[] = [
  ["query", "The parsed parameters of the call, including defaults."],
  [
    "summary",
    "The main result in one word and one sentence. `fail`: something is wrong. `unknown`: no problem was found, but some checks could not be completed. `warning`: it works, but should be fixed. `pass`: nothing to do.",
  ],
  [
    "data",
    "All observations, in the tool's own fields; the tool's page explains each field. Null with `view=summary`.",
  ],
  [
    "findings",
    "The noteworthy results, worst first. Each has a stable `code`, its `subjects`, what to do (`fix`), the standard behind it (`reference`), the ids of the `evidence` for it, and `docs`: [its own page](/docs/findings).",
  ],
  [
    "evidence",
    "Every exchange with a server: the query, the address of the server, the response, and the time. You can repeat each one with dig, curl or openssl. Null with `evidence=none`.",
  ],
  [
    "links",
    "The same call (`self`), its report for people (`report`), and calls of other tools for the same name or address (`related`).",
  ],
  [
    "meta",
    "The start, duration and cost of the run, its age if an earlier result is shown again, and what this API's own network could not do (`environment`).",
  ],
];

/** Rules for handling values and members that a client does not know. */
const RULES: readonly string[] = [
  "Every observed value has a `status` next to it. [Words](/docs/words) explains each status.",
  "`unknown` always has a `reason`, such as `timeout` or `refused`. [No reason](/docs/errors#reasons) means that a thing does not exist.",
  "A list that could not be determined is `null`. An empty list is known to be empty.",
  "Times are UTC (ISO 8601), a `ttl` is in seconds, and other numbers have their unit in the name: `elapsedMs`, `ageS`.",
];

/** The section that explains the structure of an answer, with an example. */
export function ReadAnswer() {
  return (
    <section aria-labelledby="answers">
      <h2 id="answers">How to read an answer</h2>
      <p>
        The answers of all tools have the same structure. This is an answer of <a href="/docs/mail">mail</a>{" "}
        with <code>view=summary</code>:
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
