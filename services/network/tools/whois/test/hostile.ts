import { random as randomOf } from "@dnstools/core/protocol/dnssec/test/random";
import { mutate } from "./mutate.ts";
import { readSamples } from "./samples.ts";
import { judge } from "./worlds.ts";

/**
 * Result of judging mutated texts: their number, how many kept their verdict, and descriptions of texts with
 * the opposite verdict.
 */
export type Mutated = { readonly count: number; readonly kept: number; readonly wrong: readonly string[] };

/**
 * Mutates every sample `times` times and judges it as if DNS denied the name. No text may get the opposite of
 * its true verdict.
 */
export function mutateAll(times: number, seed: number): Mutated {
  const random = randomOf(seed);
  const wrong: string[] = [];
  let [count, kept] = [0, 0];
  for (const sample of readSamples()) {
    const never = sample.kind === "free" ? "registered" : "available";
    const wanted = { registered: "registered", dying: "registered", free: "available" } as const;
    for (let i = 0; i < times; i++) {
      const { bytes, done, mutated } = mutate(sample, random);
      count++;
      // Since DNS denies the name, only the text can prevent the verdict "available".
      const { availability } = judge(bytes, sample.server, sample.name, "denied");
      if (availability === never)
        wrong.push(`${sample.format} ${sample.server} ${sample.kind}: ${done}\n${mutated}`);
      if (availability === wanted[sample.kind as keyof typeof wanted]) kept++;
    }
  }
  return { count, kept, wrong };
}
