import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** An answer as dig shows it, with records as `OWNER TTL CLASS TYPE RDATA`. */
export type Dug = {
  readonly status: string;
  readonly flags: readonly string[];
  readonly answer: readonly string[];
  readonly authority: readonly string[];
};

/**
 * Sends many queries with one dig process, in order. Each query is a line of dig's arguments, such as `@9.9.9.9
 * example.com MX`.
 * @returns the answers; null for a query without an answer
 */
export async function dig(questions: readonly string[]): Promise<readonly (Dug | null)[]> {
  const folder = mkdtempSync(join(tmpdir(), "dig-"));
  try {
    writeFileSync(join(folder, "questions"), questions.map((question) => `${question}\n`).join(""));
    // dig's exit code depends only on the last query.
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
 * Returns the header of the answer to one query, from a separate dig process; an empty status if there was no answer.
 * dig 9.18 omits the header of a large answer in YAML, and sends queries from a file over UDP, whatever their options
 * are.
 */
export function headerOf(question: string): Pick<Dug, "status" | "flags"> {
  const { stdout } = Bun.spawnSync(["dig", ...question.split(" "), "+noall", "+comments"]);
  const text = stdout.toString();
  const [, status = ""] = /status: (\w+)/.exec(text) ?? [];
  const [, flags = ""] = /;; flags: ([a-z ]*);/.exec(text) ?? [];
  return headerIn({ status, flags });
}

/** The parts of dig's YAML that are used here. */
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
