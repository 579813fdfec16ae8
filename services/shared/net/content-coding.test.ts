import { expect, test } from "bun:test";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { present, unknown } from "@dnstools/core/tool/outcome";
import { decodeBody } from "./content-coding.ts";

const TEXT = Buffer.from("version: STSv1\n".repeat(1000));

test.each([
  [null, TEXT],
  ["identity", TEXT],
  ["gzip", gzipSync(TEXT)],
  ["GZIP", gzipSync(TEXT)],
  ["x-gzip", gzipSync(TEXT)],
  ["deflate", deflateSync(TEXT)],
  ["br", brotliCompressSync(TEXT)],
] as const)(
  "RFC 9110 8.4.1: a body in the coding %s is decoded, and its decoded size is bounded",
  async (coding, body) => {
    const whole = await decodeBody(body, coding, TEXT.length);
    expect(whole.kind === "present" && Buffer.from(whole.value).equals(TEXT)).toBe(true);
    if (coding === null || coding === "identity") return;
    expect(await decodeBody(body, coding, TEXT.length - 1)).toEqual(unknown("too_large"));
    expect(await decodeBody(body.subarray(0, -20), coding, TEXT.length)).toEqual(unknown("malformed"));
  },
);

test("RFC 9110 8.4: what cannot be decoded is no body", async () => {
  expect(await decodeBody(TEXT, "gzip", 100_000)).toEqual(unknown("malformed"));
  expect(await decodeBody(TEXT, "zstd", 100_000)).toEqual(unknown("malformed"));
  expect(await decodeBody(gzipSync(gzipSync(TEXT)), "gzip, gzip", 100_000)).toEqual(unknown("malformed"));
  expect(await decodeBody(new Uint8Array(), "gzip", 100_000)).toEqual(present(new Uint8Array()));
});
