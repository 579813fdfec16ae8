/** @jsxImportSource hono/jsx */
import { SEVERITY_STATUS } from "@dnstools/core/report/make-report";
import type { Advice } from "@dnstools/core/report/report";
import { rfcUrl } from "@dnstools/core/tool/finding";
import { Copyable } from "./copyable.tsx";
import { EvidenceLinks, type Page } from "./evidence.tsx";
import { Inline } from "./inline.tsx";
import { ownPath, reportPath } from "./links.ts";

/** Renders a finding with its fix and what to publish. */
export function Finding({ advice, page }: { readonly advice: Advice; readonly page: Page }) {
  const { severity, text, fix, publish, test, repeat } = advice;
  const check = test === null ? null : reportPath(test);
  return (
    <div class={`finding ${SEVERITY_STATUS[severity]}`}>
      <h3>
        <span class={`mark ${SEVERITY_STATUS[severity]}`}>{severity}</span> <Inline text={text} />
      </h3>
      {fix !== null && (
        <p class="fix">
          <Inline text={fix} />
        </p>
      )}
      {publish.map((one) => (
        <Copyable code={one} />
      ))}
      {check !== null && (
        <p>
          <a href={check} rel="nofollow">
            Check this before publishing
          </a>
        </p>
      )}
      {repeat !== null && (
        <details class="fold">
          <summary>Repeat the query yourself</summary>
          <Copyable code={repeat} />
        </details>
      )}
      <About advice={advice} page={page} />
    </div>
  );
}

/** Renders a finding's code, the standard it refers to, and the exchanges that show it. */
function About({ advice, page }: { readonly advice: Advice; readonly page: Page }) {
  const { code, reference, docs, evidence } = advice;
  const about = ownPath(docs);
  const rfc = reference === null ? null : rfcUrl(reference);
  return (
    <p class="about">
      {about === null ? code : <a href={about}>{code}</a>}
      {reference !== null && <> · {rfc === null ? reference : <a href={rfc}>{reference}</a>}</>}
      {evidence.length > 0 && (
        <>
          {" · "}
          <EvidenceLinks ids={evidence} page={page} />
        </>
      )}
    </p>
  );
}
