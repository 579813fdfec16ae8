/** @jsxImportSource hono/jsx */
type CopyableProps = {
  readonly label: string;
  readonly language: "shell" | "zone";
  readonly text: string;
};

/** A text to copy, with the same markup as in reports; the pages' script adds a copy button. */
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
