import type { Environments } from "./environment.ts";

/** Hosts whose clock is wrong. libfaketime makes it so, except for the clock that measures durations. */
export const CLOCK = {
  "clock-3-days-slow": { is: "the clock is 3 days slow", variables: () => clock("-3d") },
  "clock-40-days-fast": { is: "the clock is 40 days fast", variables: () => clock("+40d") },
  "clock-10-minutes-fast": { is: "the clock is 10 minutes fast", variables: () => clock("+10m") },
  "clock-6-hours-slow": { is: "the clock is 6 hours slow", variables: () => clock("-6h") },
  "clock-40-days-slow-no-443": {
    is: "the clock is 40 days slow, and port 443 is dropped, so that no web server tells the time",
    variables: () => clock("-40d"),
    forward: ["tcp dport 443 drop"],
  },
} as const satisfies Environments;

function clock(offset: string): Readonly<Record<string, string>> {
  return { ...fakeTime(), FAKETIME: offset };
}

/** Returns the variables of programs that do not see the machine's clock. */
export function fakeTime(): Readonly<Record<string, string>> {
  const [library] = new Bun.Glob("/usr/lib/*/faketime/libfaketimeMT.so.1").scanSync({
    cwd: "/",
    absolute: true,
  });
  if (library === undefined) throw new Error("libfaketime is missing (package faketime)");
  return { LD_PRELOAD: library, FAKETIME_DONT_FAKE_MONOTONIC: "1" };
}
