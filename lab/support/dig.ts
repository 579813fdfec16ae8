import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** An answer as dig shows it; records as `OWNER TTL CLASS TYPE RDATA`. */
export type Dug = {
  readonly status: string;
  readonly flags: readonly string[];
  readonly answer: readonly string[];
  readonly authority: readonly string[];
};

/**
 * Asks many questions with one dig, in order; each is a line of its arguments, such as `@9.9.9.9 example.com MX`.
 * @returns null where no answer came.
 */
export async function dig(questions: readonly string[]): Promise<readonly (Dug | null)[]> {
  const folder = mkdtempSync(join(tmpdir(), "dig-"));
  try {
    writeFileSync(join(folder, "questions"), questions.map((question) => `${question}\n`).join(""));
    // Its exit code is that of the last question alone.
    const child = Bun.spawn(["dig", "+yaml", "+nosplit", "-f", join(folder, "questions")], {
      stdout: "pipe",
    });
    const text = await child.stdout.text();
    const messages = Bun.YAML.parse(text) as YamlMessage[];
    if (messages.length !== questions.length)
      throw new Error(`${questions.length} questions, ${messages.length} answers`);
    return messages.map(({ type, message }, i) => {
      if (type !== "MESSAGE" || typeof message === "string") return null;
      const data = message.response_message_data;
      return {
        ...(data.flags === undefined ? headerOf(questions[i] ?? "") : headerIn(data)),
        answer: data.ANSWER_SECTION ?? [],
        authority: data.AUTHORITY_SECTION ?? [],
      };
    });
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function headerIn({ status = "", flags = "" }: { status?: string; flags?: string }) {
  return { status, flags: flags.split(" ") };
}

/**
 * The header of an answer to one question, by a dig of its own; an empty status where none came. dig 9.18 leaves the header out of its YAML
 * where the answer is large, and asks questions of a file over UDP whatever they say.
 */
export function headerOf(question: string): Pick<Dug, "status" | "flags"> {
  const { stdout } = Bun.spawnSync(["dig", ...question.split(" "), "+noall", "+comments"]);
  const text = stdout.toString();
  const [, status = ""] = /status: (\w+)/.exec(text) ?? [];
  const [, flags = ""] = /;; flags: ([a-z ]*);/.exec(text) ?? [];
  return headerIn({ status, flags });
}

/** The part of dig's YAML that is read here. */
type YamlMessage = {
  readonly type: string;
  readonly message:
    | string
    | {
        readonly response_message_data: {
          readonly status?: string;
          readonly flags?: string;
          readonly ANSWER_SECTION?: readonly string[];
          readonly AUTHORITY_SECTION?: readonly string[];
        };
      };
};
