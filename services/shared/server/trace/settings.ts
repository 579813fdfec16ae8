import { percentDecoded } from "@dnstools/core/percent-decoded";
import {
  anyText,
  authorities,
  decimal,
  either,
  integer,
  oneOf,
  type Read,
  url,
} from "../config/read-setting.ts";
import { type ConfigOf, secret, setting } from "../config/settings.ts";
import { samplerName } from "./sampler.ts";

const collectorUrl = url(
  ({ protocol, hash, username }) => /^https?:$/.test(protocol) && `${hash}${username}` === "",
  "set a URL such as http://collector:4318; secrets go into OTEL_EXPORTER_OTLP_HEADERS",
);

/**
 * Returns a reader of comma-separated `name=value` pairs with percent-encoded values (OpenTelemetry, as in W3C
 * Baggage).
 * @param fits matches valid values.
 */
function pairs(fits: RegExp): (text: string) => Read<Readonly<Record<string, string>>> {
  return (text) => {
    const found: [string, string][] = [];
    for (const item of text.split(",").map((part) => part.trim())) {
      if (item === "") continue;
      const [, name = "", value = ""] = /^([\w!#$%&'*+.^`|~/-]+)\s*=\s*([\x21-\x7e]*)$/.exec(item) ?? [];
      const decoded = percentDecoded(value) ?? "\n";
      if (name === "" || !fits.test(decoded))
        return { problem: "set name=value,name=value with values percent-encoded, a space as %20" };
      found.push([name, decoded]);
    }
    return { value: Object.fromEntries(found) };
  };
}

/** Settings of traces, with OpenTelemetry's names. */
export const SETTINGS = {
  OTEL_SDK_DISABLED: setting(
    "false",
    "`true`: no traces are sent, whatever else is set.",
    either("true", "false"),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    "",
    "Collector that traces are sent to over HTTP, such as `http://collector:4318`; `/v1/traces` is added. Empty: none are.",
    collectorUrl,
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: setting(
    "",
    "The whole URL that traces are posted to, in place of that.",
    collectorUrl,
  ),
  OTEL_EXPORTER_OTLP_PROTOCOL: setting(
    "http/protobuf",
    "How traces are written: that, or `http/json`.",
    oneOf(
      ["http/protobuf", "http/json"],
      "set http/protobuf or http/json (port 4318 of a collector); gRPC is not spoken here",
    ),
  ),
  OTEL_EXPORTER_OTLP_HEADERS: secret(
    "Headers for the collector: `name=value` in a comma list, values percent-encoded.",
    // A value that is not valid in a header would make every batch fail.
    pairs(/^[\t\x20-\x7e\x80-\xff]*$/),
  ),
  OTEL_EXPORTER_OTLP_TIMEOUT: setting(
    "10000",
    "Milliseconds the collector has to take a batch.",
    integer(100, 60_000),
  ),
  OTEL_EXPORTER_OTLP_CERTIFICATE: setting(
    "",
    "Certificate authorities (PEM) that the collector's is checked against, in place of those bundled with Bun.",
    authorities,
  ),
  OTEL_TRACES_SAMPLER: setting(
    "parentbased_always_on",
    "Which traces are exported: that, always_on, always_off, parentbased_always_off or parentbased_traceidratio. The gateway decides, whatever its caller says; services follow.",
    samplerName,
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(
    "1",
    "The part of traces that parentbased_traceidratio exports, from 0 to 1.",
    decimal(0, 1, "0.01"),
  ),
  OTEL_SERVICE_NAME: setting(
    "",
    "The process's name at the collector. Empty: `dnstools-` and its target.",
    anyText,
  ),
  OTEL_RESOURCE_ATTRIBUTES: setting(
    "",
    "What the collector is told of the process beside: `name=value` in a comma list, values percent-encoded.",
    pairs(/^[^\r\n]*$/),
  ),
  OTEL_BSP_MAX_QUEUE_SIZE: setting(
    "2048",
    "Spans that wait to be sent at most; what comes then is dropped, and counted.",
    integer(1, 1_000_000),
  ),
  OTEL_BSP_SCHEDULE_DELAY: setting(
    "5000",
    "Milliseconds that spans wait to be sent together.",
    integer(10, 60_000),
  ),
} as const;

/** The values of these settings. */
export type TraceSettings = ConfigOf<typeof SETTINGS>;
