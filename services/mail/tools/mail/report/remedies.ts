import type { Answer } from "@dnstools/core/report/answer";
import { outside, say } from "@dnstools/core/report/blocks";
import type { Code, Remedy } from "@dnstools/core/report/report";
import type { MailData, RecommendationData } from "../data.ts";

/**
 * Returns the recommendations that contain more than their findings: records to publish or remove, a file, or a text.
 */
export function remediesOf({ data, findings }: Answer<MailData>): readonly Remedy[] {
  return data.recommendations.flatMap(({ codes, what, records, file, test }): readonly Remedy[] => {
    if (records === null && file === null) {
      const isSaid = findings.some(({ code, fix }) => codes.includes(code) && fix === what);
      return isSaid ? [] : [{ codes, fix: outside(what), publish: [], test: null }];
    }
    const publish = [
      ...linesOf(records, "remove", "Remove"),
      ...linesOf(records, "publish", "Publish"),
      ...(file === null ? [] : [fileOf(file)]),
    ];
    return publish.length === 0 ? [] : [{ codes, publish, test }];
  });
}

function linesOf(
  records: RecommendationData["records"],
  action: "publish" | "remove",
  label: string,
): readonly Code[] {
  const lines = (records ?? []).filter((one) => one.action === action).map(({ line }) => line);
  return lines.length === 0 ? [] : [{ kind: "code", label, language: "zone", lines }];
}

function fileOf({ url, body }: NonNullable<RecommendationData["file"]>): Code {
  const lines = body.replace(/\r?\n$/, "").split(/\r?\n/);
  return { kind: "code", label: say`Serve at ${url}`, language: "file", lines };
}
