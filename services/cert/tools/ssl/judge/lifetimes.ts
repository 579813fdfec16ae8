/**
 * Maximum lifetime of a public certificate in days, by the certificate's start date (seconds since 1970), the latest
 * first. Source: CA/Browser Forum Baseline Requirements 6.3.2 with ballots 193, SC31 and SC-081v3, as of 2026-11-20.
 * The source states the two oldest limits as 39 and 60 months.
 */
const LIMITS: readonly { readonly from: number; readonly on: string; readonly days: number }[] = [
  { from: 1_868_227_200, on: "2029-03-15", days: 47 },
  { from: 1_805_068_800, on: "2027-03-15", days: 100 },
  { from: 1_773_532_800, on: "2026-03-15", days: 200 },
  { from: 1_598_918_400, on: "2020-09-01", days: 398 },
  { from: 1_519_862_400, on: "2018-03-01", days: 825 },
  { from: 1_427_846_400, on: "2015-04-01", days: 1188 },
  { from: 1_341_100_800, on: "2012-07-01", days: 1827 },
];

/**
 * Returns the maximum lifetime in days for a certificate with this start date; null if there was no limit on that
 * date.
 */
export function lifetimeLimit(notBefore: number): number | null {
  return LIMITS.find(({ from }) => notBefore >= from)?.days ?? null;
}
