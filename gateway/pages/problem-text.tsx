/** @jsxImportSource hono/jsx */
import { harmless } from "@dnstools/core/harmless";
import { reportPath } from "@dnstools/render/html/links";
import { inToolWords } from "../console/search-form.tsx";

/** Matches paths of this server in the text of a problem: API calls and pages of the documentation. */
const PATHS = /(\/(?:api\/v1|docs)(?:\/[a-z_-]+)*(?:\?[a-z]+=[^\s"'<>]+?)?)(?=[.,:;?!)]*(?:\s|$))/;

/** Renders the text of a problem for a browser. An API call becomes a link to its report, any other path a link to itself. */
export function ProblemText({ text }: { readonly text: string }) {
  return (
    <bdi>
      {text
        .split(PATHS)
        .map((part, at) => (at % 2 === 1 ? <Call href={part} /> : harmless(inToolWords(part))))}
    </bdi>
  );
}

/** Renders a path of this server as a link; an API call links to its report if it has one. */
export function Call({ href }: { readonly href: string }) {
  const shown = reportPath(href) ?? href;
  return (
    <a href={shown} rel="nofollow">
      <code>{harmless(shown)}</code>
    </a>
  );
}
