import { type Cidr, formatIp } from "@dnstools/core/protocol/ip";

/**
 * Escapes a text for a JSON string inside a single-quoted word of the nginx configuration. All characters that have a
 * meaning in nginx (quotes, `$`, braces, semicolons, backslashes) or in JSON, and all non-ASCII characters, become
 * \uXXXX, so that no text can inject configuration.
 */
export function jsonInNginx(text: string): string {
  return Array.from({ length: text.length }, (_, at) => {
    const char = text.charAt(at);
    return /[A-Za-z0-9 .,:;/@#+()<>=?!&*%^~|_-]/.test(char)
      ? char
      : `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  }).join("");
}

/**
 * Returns an nginx `map` with a row for each pair. Keys and values must come from this program or from validated
 * settings.
 */
export function map(from: string, to: string, rows: Readonly<Record<string, string>>): string {
  const lines = Object.entries(rows).map(
    ([key, value]) => `  ${/^\w+$/.test(key) ? key : `"${key}"`} '${value}';\n`,
  );
  return `map ${from} ${to} {\n${lines.join("")}}\n`;
}

/** Formats an address block, for example `192.0.2.0/24`. */
export function cidrText({ bytes, bits }: Cidr): string {
  return `${formatIp(bytes)}/${bits}`;
}
