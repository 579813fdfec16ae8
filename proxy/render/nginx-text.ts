import { type Cidr, formatIp } from "@dnstools/core/protocol/ip";

/**
 * A text as the value of a JSON string inside a single-quoted word of nginx configuration. Everything that means
 * something to nginx (quotes, `$`, braces, semicolons, backslashes) or to JSON, and all that is not ASCII, becomes
 * \uXXXX, so that no text can be anything but text.
 */
export function jsonInNginx(text: string): string {
  return Array.from({ length: text.length }, (_, at) => {
    const char = text.charAt(at);
    return /[A-Za-z0-9 .,:;/@#+()<>=?!&*%^~|_-]/.test(char)
      ? char
      : `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
  }).join("");
}

/** A `map` with a row for each pair; values are quoted. They are made here or read by a rule, never a caller's. */
export function map(from: string, to: string, rows: Readonly<Record<string, string>>): string {
  const lines = Object.entries(rows).map(
    ([key, value]) => `  ${/^\w+$/.test(key) ? key : `"${key}"`} '${value}';\n`,
  );
  return `map ${from} ${to} {\n${lines.join("")}}\n`;
}

export function cidrText({ bytes, bits }: Cidr): string {
  return `${formatIp(bytes)}/${bits}`;
}
