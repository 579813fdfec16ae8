// Files that are imported as text (`with { type: "text" }`), which `bun build --compile` takes along.

declare module "*.conf" {
  const text: string;
  export = text;
}

declare module "*.sh" {
  const text: string;
  export = text;
}
