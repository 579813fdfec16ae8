/** @jsxImportSource hono/jsx */
import { FAULTS } from "@dnstools/core/tool/fault";
import { REASONS } from "@dnstools/core/tool/outcome";
import type { Page } from "../page.tsx";
import { Prose } from "./prose.tsx";

/**
 * Returns the page that explains every problem code and every reason for the status `unknown`. The `type` of each
 * problem links to this page.
 */
export function errorsPage(): Page {
  return {
    path: "/docs/errors",
    kind: "text",
    title: "dnstools: errors and reasons",
    description: "Every problem code of the API and what to do about it, and every reason for unknown.",
    main: (
      <>
        <h1>Errors and reasons</h1>
        <p class="lead">
          A refused request is answered with <code>application/problem+json</code> (RFC 9457); a browser gets
          the same text as a page. Its <code>code</code> is stable, <code>detail</code> says what to send
          instead, and <code>type</code> links to this page. An answer with status 200 may still contain parts
          that are <code>unknown</code>, each with one of <a href="#reasons">the reasons below</a>. No reason
          means that a thing does not exist. Other pages explain the <a href="/docs/findings">findings</a> and
          the <a href="/docs/words">status words</a>.
        </p>
        <h2 id="codes">Problem codes</h2>
        {Object.entries(FAULTS)
          .toSorted(([, one], [, other]) => one.status - other.status)
          .map(([code, { status, title, fix }]) => (
            <section class="entry" id={code}>
              <h3>
                <a href={`#${code}`}>
                  <code>{code}</code>
                </a>{" "}
                <span class="tag">{status}</span>
              </h3>
              <p>
                <strong>
                  <Prose text={title} />.
                </strong>{" "}
                <Prose text={fix} />
              </p>
            </section>
          ))}
        <h2 id="reasons">Reasons for unknown</h2>
        <dl>
          {Object.entries(REASONS).map(([reason, text]) => (
            <div class="entry" id={`reason-${reason}`}>
              <dt>
                <a href={`#reason-${reason}`}>
                  <code>{reason}</code>
                </a>
              </dt>
              <dd>
                <Prose text={text} />
              </dd>
            </div>
          ))}
        </dl>
      </>
    ),
  };
}
