/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";

/** Code in backticks, and links in Markdown's form to pages of this API and to HTTPS. */
const MARKS = /`([^`]+)`|\[([^\]]+)\]\(((?:\/|https:\/\/)[^)\s]*)\)/g;

/** Text of contracts and tables: code in backticks, links in Markdown's form, `{subject}` as a placeholder. */
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

/** What an answer fills in, as a placeholder. */
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

/** Names, each with what it means. @param link whether the names are paths of this server. */
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
