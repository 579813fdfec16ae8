import type { Param } from "./params.ts";

/**
 * A text that is judged as it is sent, right or wrong: a record, or a file. @param options.max its characters, at most.
 * @param options.whole white space around it belongs to it: a file's.
 */
export function text(options: {
  description: string;
  example: string;
  max: number;
  whole?: true;
}): Param<string> {
  const { description, example, max } = options;
  return {
    description: `${description} At most ${max} characters.`,
    example,
    schema: { type: "string", minLength: 1, maxLength: max },
    parse: (raw) => {
      const value = options.whole ? raw : raw.trim();
      return value.length <= max
        ? { ok: true, value }
        : { ok: false, message: `This has ${value.length} characters: send at most ${max}.` };
    },
  };
}
