import type { DataFile } from "@dnstools/core/net-event";
import type { MetricMakers } from "./metric-makers.ts";

/** Says of a list of somebody else's when it was last known to be theirs: milliseconds since 1970, null for never. */
export type DataFiles = (file: DataFile, checkedAt: () => number | null) => void;

export function dataFileMetrics(make: MetricMakers): DataFiles {
  const files = new Map<DataFile, () => number | null>();
  make.gaugeOf(
    "data_file_age_seconds",
    "Since when a list of somebody else's has not been compared with theirs.",
    ["file"],
    () =>
      [...files].flatMap(([file, checkedAt]) => {
        const at = checkedAt();
        return at === null ? [] : [[{ file }, Math.max(0, Date.now() - at) / 1000] as const];
      }),
  );
  return (file, checkedAt) => void files.set(file, checkedAt);
}
