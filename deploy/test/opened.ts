import { buildImage } from "../image/build.ts";
import { openEngine } from "../image/engine.ts";

/** The engine and the image of one run of tests: built once for all of them. */
export const engine = openEngine();
export const built = await buildImage(engine, process.env["BUN_CACHE"] ?? "");
