import { expect, test } from "bun:test";
import { reportReverse } from "./report.ts";

test("a part that could not be found out is said with its reason", async () => {
  const example = new URL("../../../../gateway/openapi/examples/reverse.json", import.meta.url);
  const answer = await Bun.file(example).json();
  const data = {
    ...answer.data,
    ptr: null,
    parts: { ...answer.data.parts, ptr: { ...answer.data.parts.ptr, reason: "timeout" } },
  };
  expect(JSON.stringify(reportReverse({ ...answer, data }))).toContain("could not be found out (timeout)");
});
