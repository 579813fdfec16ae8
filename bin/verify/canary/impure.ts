// Must not compile under tsconfig.pure.json: if this file compiles, the pure layers can do I/O.
import { readFileSync } from "node:fs";

export const seen = [readFileSync("/etc/hostname"), fetch("http://example.com"), process.env, Bun.version, setTimeout];
