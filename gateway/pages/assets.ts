import { readFileSync } from "node:fs";
import docsStyle from "./client/docs.css" with { type: "file" };
import icon from "./client/icon.svg" with { type: "file" };
import style from "./client/style.css" with { type: "file" };
import { FOR_EVER, hashOf, type Static } from "./static.ts";

const STYLE = "text/css; charset=utf-8";

/** What pages load. All of it comes from here, so that they work without the Internet and let nobody else see their readers. */
export type Assets = Readonly<Record<"style" | "icon" | "docsStyle", Static>>;

/** Reads each file once, for its hash; they are sent from the disk. */
export function findAssets(): Assets {
  return {
    style: asset("style.css", STYLE, style),
    icon: asset("icon.svg", "image/svg+xml", icon),
    docsStyle: asset("docs.css", STYLE, docsStyle),
  };
}

function asset(name: string, type: string, file: string): Static {
  const hash = hashOf(readFileSync(file), 16);
  const dot = name.lastIndexOf(".");
  return {
    path: `/docs/assets/${name.slice(0, dot)}.${hash}${name.slice(dot)}`,
    type,
    body: Bun.file(file),
    etag: `"${hash}"`,
    cacheControl: FOR_EVER,
  };
}
