import { expect, test } from "bun:test";
import { join } from "node:path";
import { supportWarnings, THIRD_PARTY } from "./third-party.ts";

const ROOT = join(import.meta.dir, "../..");
/** Matches an image name in YAML, in a Dockerfile or as the value of a JSON patch. */
const NAMED =
  /(?:^\s*(?:image:|ARG (?:BUN|BASE)=|newName:)|\bvalue:)\s*"?((?:docker\.io|gcr\.io|quay\.io|ghcr\.io|registry\.k8s\.io)\/[^\s"]+)/gm;

test("the table has exactly the images that the files use", async () => {
  const named = new Set<string>();
  for (const pattern of ["compose.yaml", "deploy/{compose,image,kubernetes}/**/{*.yaml,*.yml,Dockerfile}"])
    for (const path of new Bun.Glob(pattern).scanSync({ cwd: ROOT })) {
      const text = await Bun.file(join(ROOT, path)).text();
      for (const [, image = ""] of text.matchAll(NAMED)) named.add(image);
    }
  expect([...named].toSorted()).toEqual(THIRD_PARTY.map(({ image }) => image).toSorted());
});

test("the version of Bun is the one in package.json", async () => {
  const { packageManager } = await Bun.file(join(ROOT, "package.json")).json();
  expect(THIRD_PARTY.map(({ image }) => image)).toContain(
    `docker.io/oven/${packageManager.replace("@", ":")}`,
  );
});

test("a release warns of ended support, support that ends soon and unknown ends, in this order", () => {
  const known = THIRD_PARTY.filter(({ until }) => until !== null);
  const unknown = THIRD_PARTY.length - known.length;
  expect(supportWarnings(new Date("2000-01-01"))).toHaveLength(unknown);
  const late = supportWarnings(new Date("2099-01-01"));
  expect(late).toHaveLength(THIRD_PARTY.length);
  expect(late.map((line) => line.includes("support ended on"))).toEqual(
    THIRD_PARTY.map((_, i) => i < known.length),
  );
  const [{ until, image } = { until: null, image: "" }] = known;
  const dayBefore = new Date(Date.parse(until ?? "") - 86_400_000);
  expect(supportWarnings(dayBefore).join("\n")).toContain(`${image}: support ends on ${until}`);
});
