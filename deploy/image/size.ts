import { statSync } from "node:fs";
import { join } from "node:path";
import { buildImage, IMAGE } from "./build.ts";
import { openEngine } from "./engine.ts";

/**
 * `bun deploy/image/size.ts` builds the image and prints JSON: the size in bytes, both unpacked and compressed as in a
 * registry, and the number of layers.
 */
await using engine = openEngine();
const cache = Bun.spawnSync([process.execPath, "pm", "cache"]).stdout.toString().trim();
const { bytes } = await buildImage(engine, cache);
const layers = JSON.parse(
  await engine.podman("image", "inspect", "--format", "{{json .RootFS.Layers}}", IMAGE),
).length;
const archive = join(engine.folder, "image.tar");
const pushed = join(engine.folder, "pushed");
await engine.podman("push", "--quiet", "--compress", IMAGE, `dir:${pushed}`);
const { code, err } = await engine.run(["tar", "-cf", archive, "-C", pushed, "."]);
if (code !== 0) throw new Error(`tar ended with ${code}: ${err}`);
process.stdout.write(`${JSON.stringify({ bytes, packedBytes: statSync(archive).size, layers })}\n`);
