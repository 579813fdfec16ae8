import { random as randomOf } from "@dnstools/core/protocol/dnssec/test/random";
import { mutate } from "./mutate.ts";
import { readSamples } from "./samples.ts";
import { judge } from "./worlds.ts";

/** What came of mutated texts: how many there were, how many were still what they were, and those that came to the opposite. */
export type Mutated = { readonly count: number; readonly kept: number; readonly wrong: readonly string[] };

/** Mutates every sample so many times, and judges it where DNS denies the name. No text may come to the opposite of what it was made from. */
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
      // Where DNS denies the name nothing but the text stands against "available".
      const { availability } = judge(bytes, sample.server, sample.name, "denied");
      if (availability === never)
        wrong.push(`${sample.format} ${sample.server} ${sample.kind}: ${done}\n${mutated}`);
      if (availability === wanted[sample.kind as keyof typeof wanted]) kept++;
    }
  }
  return { count, kept, wrong };
}
