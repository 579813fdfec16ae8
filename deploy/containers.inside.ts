import { afterAll } from "bun:test";
import { engine } from "./image/opened.ts";
import "./image/image.inside.ts";
import "./compose/compose.inside.ts";
import "./kubernetes/play.inside.ts";

// What containers.test.ts runs in a lab of its own, so that bridges and addresses of containers are in nobody's way.
afterAll(() => engine[Symbol.asyncDispose]());
