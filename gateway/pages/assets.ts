import { readFileSync } from "node:fs";
import { buildScript } from "./build-script.ts" with { type: "macro" };
import consoleStyle from "./client/console.css" with { type: "file" };
import docsStyle from "./client/docs.css" with { type: "file" };
import icon from "./client/icon.svg" with { type: "file" };
import reportStyle from "./client/report.css" with { type: "file" };
import style from "./client/style.css" with { type: "file" };
import { FOR_EVER, hashOf, type Static } from "./static.ts";

const SCRIPT = "text/javascript; charset=utf-8";
/** The script of all pages. It is built when this file is loaded or compiled. */
const CLIENT: string = buildScript();
const STYLE = "text/css; charset=utf-8";

/**
 * The scripts, styles and images of the pages. The gateway serves all of them, so that the pages work offline and do
 * not expose users to third parties.
 */
export type Assets = Readonly<
  Record<"style" | "icon" | "script" | "consoleStyle" | "reportStyle" | "docsStyle", Static>
>;

/** Returns the assets. Each file is read once to compute its hash, and is then served from the disk. */
export function findAssets(): Assets {
  return {
    style: asset("style.css", STYLE, style),
    script: named("dnstools.js", SCRIPT, CLIENT, CLIENT),
    icon: asset("icon.svg", "image/svg+xml", icon),
    consoleStyle: asset("console.css", STYLE, consoleStyle),
    reportStyle: asset("report.css", STYLE, reportStyle),
    docsStyle: asset("docs.css", STYLE, docsStyle),
  };
}

function asset(name: string, type: string, file: string): Static {
  return named(name, type, readFileSync(file), Bun.file(file));
}

/** Returns an asset whose name contains the hash of its content. */
function named(name: string, type: string, content: string | Uint8Array, body: Static["body"]): Static {
  const hash = hashOf(content, 16);
  const dot = name.lastIndexOf(".");
  return {
    path: `/docs/assets/${name.slice(0, dot)}.${hash}${name.slice(dot)}`,
    type,
    body,
    etag: `"${hash}"`,
    cacheControl: FOR_EVER,
  };
}
