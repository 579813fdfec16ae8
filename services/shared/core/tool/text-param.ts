import type { Param } from "./params.ts";

/**
 * Creates a parameter for text that is judged exactly as sent, such as a record or a file.
 * @param options.max maximum length in characters.
 * @param options.whole true to keep white space at both ends, because it is part of a file.
 * @param options.refusal returns a message if a text cannot be meant for this parameter; null if it can.
 */
export function text(options: {
  description: string;
  example: string;
  max: number;
  whole?: true;
  refusal?: (value: string) => string | null;
}): Param<string> {
  const { description, example, max } = options;
  return {
    description: `${description} At most ${max} characters.`,
    example,
    schema: { type: "string", minLength: 1, maxLength: max },
    parse: (raw) => {
      const value = options.whole ? raw : raw.trim();
      const length = `This value has ${value.length} characters: send at most ${max}.`;
      const message = value.length > max ? length : (options.refusal?.(value) ?? null);
      return message === null ? { ok: true, value } : { ok: false, message };
    },
  };
}
