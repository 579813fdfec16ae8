import { type Case, HERE, NS } from "./case.ts";

const runs = (outcome: string) =>
  `dnstools_tool_requests_total{${NS},job="dns",instance="d1",tool="dns",outcome="${outcome}"}`;
const decided = (outcome: string) =>
  `dnstools_ratelimit_decisions_total{${NS},job="gateway",instance="g1",store="redis",outcome="${outcome}"}`;
const keys = (result: string) =>
  `dnstools_auth_attempts_total{${NS},job="gateway",instance="g1",result="${result}"}`;
const refused = (reason: string) =>
  `dnstools_egress_refusals_total{${NS},job="dns",instance="d1",reason="${reason}"}`;
const DAY_S = 86_400;
/**
 * Returns the series of a certificate that has a lifetime of `days` and expires after `left` days. Time starts at 0.
 */
const certificate = (days: number, left: number) => ({
  [`dnstools_edge_certificate_expiry_timestamp_seconds{${NS},job="edge",instance="e1"}`]: `${left * DAY_S}x120`,
  [`dnstools_edge_certificate_lifetime_seconds{${NS},job="edge",instance="e1"}`]: `${days * DAY_S}x120`,
});
const spans = (outcome: string) =>
  `dnstools_trace_spans_total{${NS},job="gateway",instance="g1",outcome="${outcome}"}`;
const CERTIFICATE = "DnstoolsCertificateExpiring";

export const OWN_CASES: readonly Case[] = [
  {
    alert: "DnstoolsInternalErrors",
    says: "one call ended with an internal error",
    series: { [runs("ok")]: "0+10x60", [runs("internal_error")]: "0x20 1x40" },
    at: "25m",
    fires: [{ ...HERE, tool: "dns" }],
  },
  {
    alert: "DnstoolsInternalErrors",
    says: "no call has failed since",
    series: { [runs("timeout")]: "0+10x60", [runs("internal_error")]: "3x60" },
    at: "40m",
    fires: [],
  },
  {
    alert: "DnstoolsRateLimitDenialsSpike",
    says: "ten calls per second are denied, and four granted",
    series: { [decided("denied")]: "0+600x60", [decided("granted")]: "0+240x60" },
    at: "40m",
    fires: [HERE],
  },
  {
    alert: "DnstoolsRateLimitDenialsSpike",
    says: "many calls are denied, but more are granted",
    series: { [decided("denied")]: "0+600x60", [decided("granted")]: "0+6000x60" },
    at: "40m",
    fires: [],
  },
  {
    alert: "DnstoolsRateLimitDenialsSpike",
    says: "the denials lasted two minutes",
    series: { [decided("denied")]: "0x10 0+3000x2 6000x60", [decided("granted")]: "0+24x80" },
    at: "26m",
    fires: [],
  },
  {
    alert: "DnstoolsKeysGuessed",
    says: "ten invalid keys per second",
    series: { [keys("unknown")]: "0+600x60" },
    at: "40m",
    fires: [HERE],
  },
  {
    alert: "DnstoolsKeysGuessed",
    says: "valid keys, and one script with an expired key",
    series: { [keys("ok")]: "0+6000x60", [keys("expired")]: "0+600x60", [keys("unknown")]: "0+6x60" },
    at: "40m",
    fires: [],
  },
  {
    alert: "DnstoolsEgressRefusalsSpike",
    says: "five attempts per second to reach the metadata service",
    series: { [refused("metadata")]: "0+300x60" },
    at: "40m",
    fires: [HERE],
  },
  {
    alert: "DnstoolsEgressRefusalsSpike",
    says: "some domains have private addresses, and there is one attempt",
    series: { [refused("private")]: "0+300x60", [refused("loopback")]: "0x20 20x60" },
    at: "40m",
    fires: [],
  },
  {
    alert: CERTIFICATE,
    rule: { days: "21" },
    says: "three weeks of ninety days are left",
    series: certificate(90, 20),
    at: "90m",
    fires: [HERE],
  },
  {
    alert: CERTIFICATE,
    rule: { days: "21" },
    says: "it is about to be renewed",
    series: certificate(90, 28),
    at: "90m",
    fires: [],
  },
  {
    alert: CERTIFICATE,
    rule: { days: "21" },
    says: "one day of six is left",
    series: certificate(6, 1),
    at: "90m",
    fires: [HERE],
  },
  {
    alert: CERTIFICATE,
    rule: { days: "21" },
    says: "two days of six are left, and it is about to be renewed",
    series: certificate(6, 2),
    at: "90m",
    fires: [],
  },
  {
    alert: CERTIFICATE,
    rule: { days: "1" },
    says: "twenty hours are left",
    series: certificate(90, 0.9),
    at: "90m",
    fires: [HERE],
  },
  {
    alert: CERTIFICATE,
    rule: { days: "1" },
    says: "ten days are left",
    series: certificate(90, 10),
    at: "90m",
    fires: [],
  },
  {
    alert: CERTIFICATE,
    rule: { days: "1" },
    says: "half a day of six is left",
    series: certificate(6, 0.5),
    at: "90m",
    fires: [],
  },
  {
    alert: "DnstoolsTracesLost",
    says: "the collector accepts nothing",
    series: { [spans("exported")]: "100x90", [spans("failed")]: "0+60x90" },
    at: "60m",
    fires: [HERE],
  },
  {
    alert: "DnstoolsTracesLost",
    says: "the collector restarted, or is not configured",
    series: {
      [spans("exported")]: "0+600x90",
      [spans("failed")]: "0x10 0+60x5 300x90",
      [spans("dropped")]: "0x90",
    },
    at: "50m",
    fires: [],
  },
];
