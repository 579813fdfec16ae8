// Files that are imported as text (`with { type: "text" }`); `bun build --compile` embeds them.

declare module "*.conf" {
  const text: string;
  export = text;
}

declare module "*.sh" {
  const text: string;
  export = text;
}
