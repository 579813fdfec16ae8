import { randomBytes, randomInt } from "node:crypto";

/** Shapes of random labels. Some servers answer for names of one shape but not of another. */
export const SHAPES = ["hex", "letters", "word", "word_number", "hyphenated", "number"] as const;
/** A shape of random labels. */
export type Shape = (typeof SHAPES)[number];

/** Words that are rarely used as names of services. */
const NOUNS: readonly string[] = (
  "acorn anvil apricot badger barley basalt beetle bobbin bramble bucket candle carrot cashew cedar chisel cobble " +
  "cricket daisy dapple donkey ember fennel ferret fiddle flannel gherkin ginger goblet hamper heron hornet kettle " +
  "ladle lantern lentil magpie mallet marble mitten muffin nettle nutmeg otter paddle parsley pebble pepper pigeon " +
  "pumpkin quarry quilt radish raisin saddle sparrow spindle thimble thistle trowel turnip walnut weasel wicker willow"
).split(" ");

/** Returns a random label. A name with this label exists only if a wildcard answers for it. */
export function randomLabel(shape: Shape): string {
  const noun = () => NOUNS[randomInt(NOUNS.length)] as string;
  switch (shape) {
    case "hex":
      return randomBytes(8).toString("hex");
    case "letters":
      return Array.from({ length: 8 }, () => String.fromCharCode(97 + randomInt(26))).join("");
    case "word":
      return noun();
    case "word_number":
      return `${noun()}${randomInt(10, 99)}`;
    case "hyphenated":
      return `${noun()}-${noun()}`;
    case "number":
      return String(randomInt(100_000, 999_999));
  }
}

/** Returns a random service label, to be followed by a protocol label (RFC 2782). */
export function randomService(): string {
  return `_${randomBytes(6).toString("hex")}`;
}
