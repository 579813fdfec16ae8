import { mkdirSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import type { Host, WebFile, WebServer } from "../plan/shapes.ts";

/**
 * Name of the folder for files that tests publish, inside the folder of the run. It has a subfolder for each host
 * name.
 */
export const PUBLISHED = "published";

/** Returns nginx directives for a web server's content, and writes the bodies to files below the folder of the run. */
export function contentOf(host: Host & WebServer, tls: string, run: string): string {
  if (host.alsoBelow !== undefined) {
    mkdirSync(`${run}/${PUBLISHED}`, { recursive: true });
    return `    root ${run}/${PUBLISHED}/$host;
    if (-f $document_root$uri.moved) {
      return 301 https://${host.name}$uri;
    }
    types {
      text/plain txt;
      image/svg+xml svg;
      application/x-pem-file pem;
      text/html html;
    }
    location / {
      try_files $uri $uri.html =404;
    }
`;
  }
  if (host.files === undefined && host.plain) return `    return 200 "${host.name}\\n";\n`;
  if (host.files === undefined)
    return `    add_header Strict-Transport-Security "max-age=31536000" always;
    if ($scheme = http) {
      return 301 https://$host$request_uri;
    }
    return 200 "${host.name}\\n";
`;
  const folder = `${run}/files/${host.name}`;
  mkdirSync(folder, { recursive: true });
  const locations = Object.entries(host.files).map(([path, file], i) => {
    const at = file.pem === undefined ? `${folder}/${i}` : `${tls}/${file.pem}.pem`;
    if (file.pem === undefined) writeFileSync(at, bodyOf(file));
    return `    location = ${path} {\n${answer(file, at)}    }\n`;
  });
  return `    location / {\n      return 404;\n    }\n${locations.join("")}`;
}

function bodyOf({ body = "", coding }: WebFile): string | Uint8Array {
  return coding === "gzip" || coding === "gzipped file" ? gzipSync(body) : body;
}

function answer({ status, type = "text/plain", redirect, coding }: WebFile, path: string): string {
  if (redirect !== undefined) return `      return ${status ?? 301} ${redirect};\n`;
  if (status !== undefined && status !== 200) return `      return ${status};\n`;
  const encoded = coding === "gzip" || coding === "gzip, but plain";
  const header = encoded ? "      add_header Content-Encoding gzip;\n" : "";
  return `      types { }\n      default_type "${type ?? ""}";\n${header}      alias ${path};\n`;
}
