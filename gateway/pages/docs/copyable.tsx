/** @jsxImportSource hono/jsx */
type CopyableProps = {
  readonly label: string;
  readonly language: "shell" | "zone";
  readonly text: string;
};

/** A text with a copy button, which the pages' script adds. The markup is the same as in reports. */
export function Copyable({ label, language, text }: CopyableProps) {
  return (
    <figure class={`copyable ${language}`}>
      <figcaption>{label}</figcaption>
      <pre tabindex={0}>
        <code>{text}</code>
      </pre>
    </figure>
  );
}
