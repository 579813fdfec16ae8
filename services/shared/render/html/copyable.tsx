/** @jsxImportSource hono/jsx */
import { harmless } from "@dnstools/core/harmless";
import type { Code } from "@dnstools/core/report/report";
import { Inline } from "./inline.tsx";

/** Lines to copy: a script puts its button at `data-copy`, and without one the lines are marked by hand. */
export function Copyable({ code: { label, language, lines } }: { readonly code: Code }) {
  return (
    <figure class={`copyable ${language}`}>
      <figcaption>
        <Inline text={label} />
      </figcaption>
      <div class="lines" data-copy>
        <pre tabindex={0}>
          <code>{lines.map(harmless).join("\n")}</code>
        </pre>
      </div>
    </figure>
  );
}
