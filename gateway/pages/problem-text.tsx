/** @jsxImportSource hono/jsx */
import { harmless } from "@dnstools/core/harmless";
import { reportPath } from "@dnstools/render/html/links";
import { inToolWords } from "../console/search-form.tsx";

/** Paths of this server in a problem's words: a call with what it asks about, a list, a page of the documentation. */
const PATHS = /(\/(?:api\/v1|docs)(?:\/[a-z_-]+)*(?:\?[a-z]+=[^\s"'<>]+?)?)(?=[.,:;?!)]*(?:\s|$))/;

/** The words of a problem for people in a browser: a call is a link to its report, another path of this server to itself. */
export function ProblemText({ text }: { readonly text: string }) {
  return (
    <bdi>
      {text
        .split(PATHS)
        .map((part, at) => (at % 2 === 1 ? <Call href={part} /> : harmless(inToolWords(part))))}
    </bdi>
  );
}

/** A path of this server as a link: of a call to the report that people read, where there is one. */
export function Call({ href }: { readonly href: string }) {
  const shown = reportPath(href) ?? href;
  return (
    <a href={shown} rel="nofollow">
      <code>{harmless(shown)}</code>
    </a>
  );
}
