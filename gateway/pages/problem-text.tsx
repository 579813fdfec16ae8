/** @jsxImportSource hono/jsx */
import { harmless } from "@dnstools/core/harmless";
import { reportPath } from "@dnstools/render/html/links";
import { inToolWords } from "../console/search-form.tsx";

/** Matches paths of this server in the text of a problem: API calls and documentation pages. */
const PATHS = /(\/(?:api\/v1|docs)(?:\/[a-z_-]+)*(?:\?[a-z]+=[^\s"'<>]+?)?)(?=[.,:;?!)]*(?:\s|$))/;

/**
 * Renders the text of a problem for a browser. An API call becomes a link to its report; any other path becomes a link
 * to that path.
 */
export function ProblemText({ text }: { readonly text: string }) {
  return (
    <bdi>
      {text
        .split(PATHS)
        .map((part, at) => (at % 2 === 1 ? <Call href={part} /> : harmless(inToolWords(part))))}
    </bdi>
  );
}

/** Renders a path of this server as a link. The link of an API call opens its report, if there is one. */
export function Call({ href }: { readonly href: string }) {
  const shown = reportPath(href) ?? href;
  return (
    <a href={shown} rel="nofollow">
      <code>{harmless(shown)}</code>
    </a>
  );
}
