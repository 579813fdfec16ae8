/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";

/** What a picture is, for those who do not see it. */
export type About = {
  /** Starts the ids of its parts: no other picture of the page has it. */
  readonly id: string;
  /** What is drawn, in a few words. */
  readonly title: string;
  /** What it shows, in a sentence. */
  readonly summary: string;
};

/** A picture of its own size, which scrolls within itself where the page is narrower, and the same as a list. */
export function Picture(props: {
  readonly about: About;
  readonly width: number;
  readonly height: number;
  /** What the list has that says the same. */
  readonly list: Child;
  /** Parts that are not drawn. */
  readonly more?: number;
  readonly children: Child;
}) {
  const { about, width, height, list, more = 0, children } = props;
  const title = `${about.id}-title`;
  const summary = `${about.id}-summary`;
  return (
    <figure class="picture">
      {/* Focusable, so that a keyboard can move what is wider than the page. */}
      <div class="canvas" tabindex={0}>
        <svg
          role="img"
          aria-labelledby={`${title} ${summary}`}
          width={width}
          height={height}
          viewBox={`0 0 ${width} ${height}`}
        >
          <title id={title}>{about.title}</title>
          <desc id={summary}>{about.summary}</desc>
          {children}
        </svg>
      </div>
      {more > 0 && <figcaption>{more} more in the JSON.</figcaption>}
      <details class="as-text">
        <summary>
          The picture as text<span class="unseen">: {about.title}</span>
        </summary>
        {list}
      </details>
    </figure>
  );
}
