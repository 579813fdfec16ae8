import type { Log } from "@dnstools/server/log";
import type { Metrics } from "@dnstools/server/metrics/metrics";
import { openTracing, type Tracing } from "@dnstools/server/trace/tracing";
import { BUILD } from "./build-info.ts";
import type { Config } from "./settings.ts";
import type { Target } from "./targets.ts";

/** The process's tracing, by the settings that OpenTelemetry has for it. */
export function openTraces(target: Target, config: Config, log: Log, metrics: Metrics): Promise<Tracing> {
  const base = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  const url =
    config.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT || (base === "" ? "" : `${base.replace(/\/$/, "")}/v1/traces`);
  return openTracing({
    otlp: {
      url: config.OTEL_SDK_DISABLED ? "" : url,
      protocol: config.OTEL_EXPORTER_OTLP_PROTOCOL,
      headers: config.OTEL_EXPORTER_OTLP_HEADERS,
      timeoutMs: config.OTEL_EXPORTER_OTLP_TIMEOUT,
      ca: config.OTEL_EXPORTER_OTLP_CERTIFICATE.pems,
      resource: {
        "service.name": `dnstools-${target}`,
        "service.version": BUILD.version,
        "service.instance.id": crypto.randomUUID(),
        ...config.OTEL_RESOURCE_ATTRIBUTES,
        ...(config.OTEL_SERVICE_NAME === "" ? {} : { "service.name": config.OTEL_SERVICE_NAME }),
      },
    },
    sampler: config.OTEL_TRACES_SAMPLER,
    share: config.OTEL_TRACES_SAMPLER_ARG,
    tellsQueries: config.LOG_QUERIES,
    queueMax: config.OTEL_BSP_MAX_QUEUE_SIZE,
    delayMs: config.OTEL_BSP_SCHEDULE_DELAY,
    log,
    registry: metrics.registry,
  });
}
