/** @jsxImportSource hono/jsx */
import type { Child } from "hono/jsx";

/** Description of a picture for readers who cannot see it. */
export type About = {
  /** Prefix of the ids of the picture's elements, unique on the page. */
  readonly id: string;
  /** Kind of the picture, in a few words. */
  readonly title: string;
  /** Content of the picture, in one sentence. */
  readonly summary: string;
};

/** Renders a picture in its natural size (it scrolls if the page is narrower) and a list with the same content. */
export function Picture(props: {
  readonly about: About;
  readonly width: number;
  readonly height: number;
  /** List with the same content as the picture. */
  readonly list: Child;
  /** Number of parts of the picture that are not drawn. */
  readonly more?: number;
  readonly children: Child;
}) {
  const { about, width, height, list, more = 0, children } = props;
  const title = `${about.id}-title`;
  const summary = `${about.id}-summary`;
  return (
    <figure class="picture">
      {/* Focusable, so that a picture wider than the page can be scrolled with the keyboard. */}
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
