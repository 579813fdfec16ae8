// Must not compile under tsconfig.pure.json: if it does, the pure layers are no longer fenced.
import { readFileSync } from "node:fs";

export const seen = [readFileSync("/etc/hostname"), fetch("http://example.com"), process.env, Bun.version, setTimeout];
