import { random as randomOf } from "@dnstools/core/protocol/dnssec/test/random";
import { mutate } from "./mutate.ts";
import { readSamples } from "./samples.ts";
import { judge, WORLDS } from "./worlds.ts";

/** What came of mutated texts: how many there were, how many were still what they were, and those that came to the opposite. */
export type Mutated = { readonly count: number; readonly kept: number; readonly wrong: readonly string[] };

/** Mutates every sample so many times, and judges it in every world. No text may come to the opposite of what it was made from. */
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
      for (const world of WORLDS) {
        const { availability } = judge(bytes, sample.server, sample.name, world);
        if (availability === never)
          wrong.push(`${sample.format} ${sample.server} ${sample.kind}, ${world}: ${done}\n${mutated}`);
        if (world === "denied" && availability === wanted[sample.kind as keyof typeof wanted]) kept++;
      }
    }
  }
  return { count, kept, wrong };
}
