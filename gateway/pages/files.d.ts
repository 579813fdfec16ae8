// Files that are imported for their path (`with { type: "file" }`), which `bun build --compile` takes along.

declare module "*.css" {
  const path: string;
  export = path;
}

declare module "*.svg" {
  const path: string;
  export = path;
}
