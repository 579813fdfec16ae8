import { say } from "@dnstools/core/report/blocks";
import type { Code, Remedy } from "@dnstools/core/report/report";
import type { MailData, RecommendationData } from "../data.ts";

/** What to publish and to remove, of the recommendations that say it in records or a file. */
export function remediesOf({ recommendations }: MailData): readonly Remedy[] {
  return recommendations.flatMap(({ codes, records, file, test }) => {
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
