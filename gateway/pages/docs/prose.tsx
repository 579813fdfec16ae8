/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";

/** Matches code in backticks, and Markdown links to pages of this API and to HTTPS URLs. */
const MARKS = /`([^`]+)`|\[([^\]]+)\]\(((?:\/|https:\/\/)[^)\s]*)\)/g;

/** Renders a text in which backticks mark code, links are in Markdown, and `{subject}` is a placeholder. */
export function Prose({ text }: { readonly text: string }) {
  const parts: Child[] = [];
  let end = 0;
  for (const match of text.matchAll(MARKS)) {
    const [all, code, label, href] = match;
    parts.push(<Subjects text={text.slice(end, match.index)} />);
    parts.push(code === undefined ? linkTo(href ?? "", label ?? "") : codeOf(code));
    end = match.index + all.length;
  }
  return (
    <>
      {parts}
      <Subjects text={text.slice(end)} />
    </>
  );
}

function codeOf(text: string) {
  return (
    <code>
      <Subjects text={text} />
    </code>
  );
}

function linkTo(href: string, label: string) {
  return (
    <a href={href}>
      <Prose text={label} />
    </a>
  );
}

/** Renders each `{subject}` in a text as a placeholder. */
function Subjects({ text }: { readonly text: string }) {
  return (
    <>
      {text.split("{subject}").map((part, at) => (
        <>
          {at > 0 && <var>subject</var>}
          {part}
        </>
      ))}
    </>
  );
}

type RowsProps = { readonly rows: readonly (readonly [string, string])[]; readonly link?: boolean };

/**
 * A list of names with explanations.
 * @param link true if each name is a path on this server and becomes a link
 */
export function Rows({ rows, link = false }: RowsProps) {
  return (
    <dl class="codes">
      {rows.map(([name, text]) => (
        <div>
          <dt>
            {link ? (
              <a href={name}>
                <code>{name}</code>
              </a>
            ) : (
              <code>{name}</code>
            )}
          </dt>
          <dd>
            <Prose text={text} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
