import { test } from "bun:test";
import { mutate } from "./test/messages.ts";

test("a million mutated messages: none throws, and each gives the same twice", () => mutate(1_000_000));
