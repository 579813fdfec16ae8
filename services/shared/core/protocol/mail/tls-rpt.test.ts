import { expect, test } from "bun:test";
import { readTlsRptRecord } from "./tls-rpt.ts";

test("the examples of RFC 8460 3.1 are read", () => {
  const read = (text: string) => {
    const { rua, problems } = readTlsRptRecord(text);
    return [rua?.map(({ scheme, host }) => `${scheme} ${host}`), problems];
  };
  expect(read("v=TLSRPTv1;rua=mailto:reports@example.com")).toEqual([["mailto example.com"], []]);
  expect(read("v=TLSRPTv1; rua=https://reporting.example.com/v1/tlsrpt")).toEqual([
    ["https reporting.example.com"],
    [],
  ]);
  expect(read("v=TLSRPTv1; a=b; rua=mailto:a@example.com,https://example.net/")).toEqual([
    ["mailto example.com", "https example.net"],
    [],
  ]);
});

test("a record without an address has that problem", () => {
  expect(readTlsRptRecord("v=TLSRPTv1;")).toEqual({ rua: null, problems: ["it has no rua"] });
  expect(readTlsRptRecord("v=TLSRPTv1; rua=")).toEqual({ rua: null, problems: ["its rua is empty"] });
});
