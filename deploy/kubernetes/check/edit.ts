import { type Manifest, nameOf } from "./manifest.ts";

/**
 * A change of one field: an object such as Deployment/gateway, a path such as spec/replicas, and the new value.
 * Without a value, the field is removed.
 */
export type Edit = readonly [object: string, path: string, value?: unknown];

type Node = Record<string, unknown>;

/**
 * Returns a copy of the objects with the given changes. Objects are identified by the names in their manifests,
 * without the hash of a generated name.
 * @throws if an object or a field does not exist
 */
export function edited(all: readonly Manifest[], edits: readonly Edit[]): readonly Manifest[] {
  const copy = structuredClone(all);
  for (const [title, path, value] of edits) {
    const object = copy.find((one) => titleMatches(one, title));
    if (object === undefined) throw new Error(`there is no ${title}`);
    // In a path, ~ represents a slash within a key.
    const keys = path.split("/").map((key) => key.replaceAll("~", "/"));
    const last = keys.pop() ?? "";
    let node = object as unknown as Node;
    for (const key of keys) {
      const next = node[key];
      if (typeof next !== "object" || next === null) throw new Error(`${title} has no ${path}`);
      node = next as Node;
    }
    if (value === undefined && !(last in node)) throw new Error(`${title} has no ${path}`);
    if (value === undefined) delete node[last];
    else node[last] = value;
  }
  return copy;
}

function titleMatches(object: Manifest, title: string): boolean {
  return `${object.kind}/${nameOf(object).replace(/-[0-9a-z]{10}$/, "")}` === title;
}
