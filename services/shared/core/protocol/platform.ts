/**
 * The few platform classes that pure code may use: deterministic, no I/O.
 * The pure compiler settings know no platform at all; this is their one declared door.
 */
type Platform = {
  readonly TextEncoder: new () => { encode(text: string): Uint8Array };
  readonly TextDecoder: new (
    label: "utf-8",
    options: { fatal: boolean; ignoreBOM: boolean },
  ) => { decode(bytes: Uint8Array): string };
};

export const { TextEncoder, TextDecoder } = globalThis as unknown as Platform;

/** The platform's AbortSignal, to be passed on and never looked into; opaque to the pure compiler. */
export type Signal = typeof globalThis extends { AbortSignal: { prototype: infer T } } ? T : unknown;
