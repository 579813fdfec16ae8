/** @jsxImportSource hono/jsx */
import { harmless } from "@dnstools/core/harmless";
import type { Code } from "@dnstools/core/report/report";
import { Inline } from "./inline.tsx";

/**
 * Renders lines to copy. A script adds a copy button to elements with `data-copy`. Without scripts, the reader selects
 * the lines.
 */
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
