import type { Read } from "../config/read-setting.ts";
import type { Attributes } from "./span.ts";

export function collectorUrl(text: string): Read<string> {
  const url = URL.canParse(text) ? new URL(text) : null;
  const plain = url !== null && /^https?:$/.test(url.protocol) && `${url.hash}${url.username}` === "";
  return text === "" || plain
    ? { value: text }
    : { problem: "set a URL such as http://collector:4318; secrets go into OTEL_EXPORTER_OTLP_HEADERS" };
}

/** The OTLP protocols over HTTP. */
export function protocol(text: string): Read<"http/protobuf" | "http/json"> {
  if (text === "http/protobuf" || text === "http/json") return { value: text };
  return { problem: "set http/protobuf or http/json (port 4318 of a collector); gRPC is not spoken here" };
}

/** OpenTelemetry's way to say on and off. */
export function trueFalse(text: string): Read<boolean> {
  const at = ["false", "true"].indexOf(text.toLowerCase());
  return at === -1 ? { problem: "set true or false" } : { value: at === 1 };
}

/** `name=value` in a comma list, values percent-encoded (OpenTelemetry, as W3C Baggage). */
function pairs(text: string): Map<string, string> | null {
  const found = new Map<string, string>();
  for (const item of text.split(",").map((part) => part.trim())) {
    if (item === "") continue;
    const [, name = "", value = ""] = /^([\w!#$%&'*+.^`|~/-]+)\s*=\s*([\x21-\x7e]*)$/.exec(item) ?? [];
    if (name === "" || !isDecodable(value)) return null;
    found.set(name, decodeURIComponent(value));
  }
  return found;
}

function isDecodable(text: string): boolean {
  try {
    return !/[\r\n]/.test(decodeURIComponent(text));
  } catch {
    return false;
  }
}

const PAIRS = "set name=value,name=value with values percent-encoded, a space as %20";

export function headerPairs(text: string): Read<Readonly<Record<string, string>>> {
  const found = pairs(text);
  // What no header can hold would fail with every batch.
  const fits =
    found !== null && [...found.values()].every((value) => /^[\t\x20-\x7e\x80-\xff]*$/.test(value));
  return fits ? { value: Object.fromEntries(found) } : { problem: PAIRS };
}

export function attributePairs(text: string): Read<Attributes> {
  const found = pairs(text);
  return found === null ? { problem: PAIRS } : { value: Object.fromEntries(found) };
}
