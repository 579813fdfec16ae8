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
 * Creates a reader of comma-separated `name=value` pairs with percent-encoded values (OpenTelemetry, as in W3C
 * Baggage).
 * @param fits pattern of valid values.
 */
function pairs(fits: RegExp): (text: string) => Read<Readonly<Record<string, string>>> {
  return (text) => {
    const found: [string, string][] = [];
    for (const item of text.split(",").map((part) => part.trim())) {
      if (item === "") continue;
      const [, name = "", value = ""] = /^([\w!#$%&'*+.^`|~/-]+)\s*=\s*([\x21-\x7e]*)$/.exec(item) ?? [];
      const decoded = percentDecoded(value) ?? "\n";
      if (name === "" || !fits.test(decoded))
        return {
          problem: "set name=value,name=value with percent-encoded values, for example a space as %20",
        };
      found.push([name, decoded]);
    }
    return { value: Object.fromEntries(found) };
  };
}

/** Settings of traces, with OpenTelemetry's names. */
export const SETTINGS = {
  OTEL_SDK_DISABLED: setting(
    "false",
    "`true`: no traces are sent, regardless of the other settings.",
    either("true", "false"),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    "",
    "Collector to send traces to over HTTP, such as `http://collector:4318`; `/v1/traces` is appended. Empty: no traces are sent.",
    collectorUrl,
  ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: setting(
    "",
    "Full URL to post traces to. It overrides OTEL_EXPORTER_OTLP_ENDPOINT.",
    collectorUrl,
  ),
  OTEL_EXPORTER_OTLP_PROTOCOL: setting(
    "http/protobuf",
    "Protocol for sending traces: `http/protobuf` or `http/json`.",
    oneOf(
      ["http/protobuf", "http/json"],
      "set http/protobuf or http/json (port 4318 of a collector); gRPC is not supported",
    ),
  ),
  OTEL_EXPORTER_OTLP_HEADERS: secret(
    "Headers for requests to the collector: comma-separated `name=value` pairs with percent-encoded values.",
    // Only characters that are valid in a header are accepted, because any other character would make every batch fail.
    pairs(/^[\t\x20-\x7e\x80-\xff]*$/),
  ),
  OTEL_EXPORTER_OTLP_TIMEOUT: setting(
    "10000",
    "Milliseconds within which the collector must accept a batch.",
    integer(100, 60_000),
  ),
  OTEL_EXPORTER_OTLP_CERTIFICATE: setting(
    "",
    "File of certificate authorities (PEM) against which the collector's certificate is checked, instead of those bundled with Bun.",
    authorities,
  ),
  OTEL_TRACES_SAMPLER: setting(
    "parentbased_always_on",
    "Which traces are exported: `always_on`, `always_off`, `parentbased_always_on`, `parentbased_always_off` or `parentbased_traceidratio`. The gateway decides, regardless of its caller; services follow its decision.",
    samplerName,
  ),
  OTEL_TRACES_SAMPLER_ARG: setting(
    "1",
    "Fraction of traces that parentbased_traceidratio exports, from 0 to 1.",
    decimal(0, 1, "0.01"),
  ),
  OTEL_SERVICE_NAME: setting(
    "",
    "Name under which the process appears at the collector. Empty: `dnstools-` followed by its target.",
    anyText,
  ),
  OTEL_RESOURCE_ATTRIBUTES: setting(
    "",
    "Further attributes of the process for the collector: comma-separated `name=value` pairs with percent-encoded values.",
    pairs(/^[^\r\n]*$/),
  ),
  OTEL_BSP_MAX_QUEUE_SIZE: setting(
    "2048",
    "Maximum number of spans that wait to be sent. Further spans are dropped and counted.",
    integer(1, 1_000_000),
  ),
  OTEL_BSP_SCHEDULE_DELAY: setting(
    "5000",
    "Milliseconds that a span waits so that other spans can be sent with it.",
    integer(10, 60_000),
  ),
} as const;

/** The values of the trace settings. */
export type TraceSettings = ConfigOf<typeof SETTINGS>;
