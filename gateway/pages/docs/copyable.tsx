/** @jsxImportSource hono/jsx */
type CopyableProps = {
  readonly label: string;
  readonly language: "shell" | "zone";
  readonly text: string;
};

/** Text to copy, in the form of those of reports: the script of pages gives them a button. */
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
