import { afterAll } from "bun:test";
import { engine } from "./opened.ts";
import "./image.container.ts";
import "./compose.container.ts";
import "./kubernetes.container.ts";
import "./guide.container.ts";
import "../release/test/release.container.ts";

// Removes all containers at the end. containers.all.test.ts runs this file in a separate lab, because the bridges and
// addresses of containers would disturb other tests.
afterAll(() => engine[Symbol.asyncDispose]());
