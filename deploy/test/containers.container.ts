import { afterAll } from "bun:test";
import { engine } from "./opened.ts";
import "./image.container.ts";
import "./compose.container.ts";
import "./kubernetes.container.ts";
import "./guide.container.ts";
import "../release/test/release.container.ts";

// What containers.all.test.ts runs in a lab of its own, so that bridges and addresses of containers disturb no other test.
afterAll(() => engine[Symbol.asyncDispose]());
