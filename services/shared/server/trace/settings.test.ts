import { expect, test } from "bun:test";
import { readSettings } from "../config/settings.ts";
import { SETTINGS } from "./settings.ts";

const { read: headerPairs } = SETTINGS.OTEL_EXPORTER_OTLP_HEADERS;
const { read: attributePairs } = SETTINGS.OTEL_RESOURCE_ATTRIBUTES;
const { read: collectorUrl } = SETTINGS.OTEL_EXPORTER_OTLP_ENDPOINT;
const { read: protocol } = SETTINGS.OTEL_EXPORTER_OTLP_PROTOCOL;

test("headers are parsed in OpenTelemetry's format", () => {
  expect(headerPairs("authorization=Basic%20YTpi==, x-tenant = one,")).toEqual({
    value: { authorization: "Basic YTpi==", "x-tenant": "one" },
  });
  expect(headerPairs("")).toEqual({ value: {} });
  for (const text of ["abc", "a=b c", "a b=c", "a=%zz", "a=b%0d%0ac:d", "=b", "a=%E2%82%AC", "a=b%00"])
    expect(headerPairs(text)).toHaveProperty("problem");
});

test("attributes may be any text", () => {
  expect(attributePairs("team=%E2%82%AC")).toEqual({ value: { team: "€" } });
});

test("an invalid collector address or protocol says what to set", () => {
  for (const text of ["", "http://c:4318", "https://c.example.com/v1/traces?tenant=1"])
    expect(collectorUrl(text)).toEqual({ value: text });
  for (const text of ["collector:4318", "grpc://c:4317", "http://me:secret@c:4318", "http://c:4318/#a"])
    expect(collectorUrl(text)).toHaveProperty("problem");
  expect(protocol("grpc")).toHaveProperty("problem");
});

test("a problem with headers does not quote their text, which may be secret", () => {
  const result = readSettings(SETTINGS, { OTEL_EXPORTER_OTLP_HEADERS: "authorization: Bearer hidden" });
  expect(result).toMatchObject({ ok: false });
  expect(JSON.stringify(result)).not.toContain("hidden");
});
