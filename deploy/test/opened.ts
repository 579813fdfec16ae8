import { buildImage } from "../image/build.ts";
import { openEngine } from "../image/engine.ts";

/** The engine and the image, which all container tests of a test run share. */
export const engine = openEngine();
export const built = await buildImage(engine, process.env["BUN_CACHE"] ?? "");
