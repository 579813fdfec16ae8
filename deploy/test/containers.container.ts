import { afterAll } from "bun:test";
import { engine } from "./opened.ts";
import "./image.container.ts";
import "./compose.container.ts";
import "./kubernetes.container.ts";
import "./guide.container.ts";
import "../release/test/release.container.ts";

// containers.all.test.ts runs this file in a separate lab, so that the bridges and addresses of containers do not
// disturb other tests.
afterAll(() => engine[Symbol.asyncDispose]());
