// Files that are imported by path (`with { type: "file" }`); `bun build --compile` embeds them.

declare module "*.css" {
  const path: string;
  export = path;
}

declare module "*.svg" {
  const path: string;
  export = path;
}
