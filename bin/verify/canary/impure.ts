// This file must not compile under tsconfig.pure.json. If it compiles, code in the pure layers can do I/O.
import { readFileSync } from "node:fs";

export const seen = [readFileSync("/etc/hostname"), fetch("http://example.com"), process.env, Bun.version, setTimeout];
