import { afterAll } from "bun:test";
import { engine } from "./opened.ts";
import "./image.container.ts";
import "./compose.container.ts";
import "./kubernetes.container.ts";

// What containers.all.test.ts runs in a lab of its own, so that bridges and addresses of containers are in nobody's way.
afterAll(() => engine[Symbol.asyncDispose]());
