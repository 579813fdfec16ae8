import { type Case, HERE, NS, there } from "./case.ts";

const ALL_THERE = Object.assign(
  {},
  ...["gateway", "dns", "network", "cert", "mail", "analysis"].map((target) => there(target)),
);
const up = (job: string, namespace = "dnstools") =>
  `up{namespace="${namespace}",job="${job}",instance="${job}:9464"}`;
const circuit = (state: string) =>
  `dnstools_gateway_upstream_circuit_state{${NS},job="gateway",instance="g1",service="cert",state="${state}"}`;
const failing = `dnstools_gateway_upstream_requests_total{${NS},job="gateway",instance="g1",service="cert",outcome="refused"}`;
const edge = (origin: string, code: string) =>
  `dnstools_edge_requests_total{${NS},job="edge",instance="e1",origin="${origin}",code="${code}",call="yes"}`;
const calls = `dnstools_tool_requests_total{${NS},job="dns",instance="d1",tool="dns",outcome="ok"}`;

export const THERE_CASES: readonly Case[] = [
  {
    alert: "DnstoolsDown",
    says: "no gateway was ever scraped",
    series: there("dns"),
    at: "5m",
    fires: [{}],
  },
  {
    alert: "DnstoolsDown",
    says: "the gateway of one of two namespaces is gone",
    series: {
      ...there("all"),
      'dnstools_build_info{namespace="staging",job="gateway",instance="s1",target="gateway"}': "1x10 stale",
    },
    at: "20m",
    fires: [{ namespace: "staging" }],
  },
  {
    alert: "DnstoolsDown",
    says: "one process with all tools is up",
    series: there("all"),
    at: "5m",
    fires: [],
  },
  {
    alert: "DnstoolsDown",
    says: "it is down for two minutes, as during a restart",
    series: { [Object.keys(there("gateway")).join()]: "1x10 stale stale 1x60" },
    at: "12m",
    fires: [],
  },
  {
    alert: "DnstoolsServiceDown",
    says: "two of five services are down",
    series: { ...there("gateway"), ...there("dns"), ...there("network"), ...there("mail") },
    at: "5m",
    fires: [
      { ...HERE, service: "analysis" },
      { ...HERE, service: "cert" },
    ],
  },
  { alert: "DnstoolsServiceDown", says: "all services are up", series: ALL_THERE, at: "5m", fires: [] },
  {
    alert: "DnstoolsServiceDown",
    says: "one process runs all tools",
    series: there("all"),
    at: "5m",
    fires: [],
  },
  {
    alert: "DnstoolsServiceDown",
    says: "a service is down for two minutes, as during a restart",
    series: { ...ALL_THERE, [Object.keys(there("dns")).join()]: "1x10 stale stale 1x60" },
    at: "12m",
    fires: [],
  },
  {
    alert: "DnstoolsInstanceDown",
    says: "a process does not answer",
    series: { ...ALL_THERE, [up("mail")]: "1x5 0x60", [up("gateway", "others")]: "0x60" },
    at: "15m",
    fires: [{ ...HERE, job: "mail", instance: "mail:9464" }],
  },
  {
    alert: "DnstoolsInstanceDown",
    says: "the blackbox exporter does not answer",
    series: { ...ALL_THERE, [up("outside")]: "1x5 0x60" },
    at: "15m",
    fires: [{ ...HERE, job: "outside", instance: "outside:9464" }],
  },
  {
    alert: "DnstoolsInstanceDown",
    says: "it does not answer for three minutes",
    series: { ...ALL_THERE, [up("mail")]: "1x5 0x3 1x60" },
    at: "9m",
    fires: [],
  },
  {
    alert: "DnstoolsCircuitOpen",
    says: "a circuit is open, and half open during each trial call",
    series: {
      [circuit("open")]: "0x5 1 1 0 1 1 0 1x60",
      [circuit("half_open")]: "0x5 0 0 1 0 0 1 0x60",
      [failing]: "0x5 5+5x60",
    },
    at: "10m",
    fires: [{ ...HERE, service: "cert" }],
  },
  {
    alert: "DnstoolsCircuitOpen",
    says: "there were no calls since the circuit opened",
    series: { [circuit("open")]: "0x5 1 0x60", [circuit("half_open")]: "0x6 1x60", [failing]: "0x5 5x60" },
    at: "15m",
    fires: [],
  },
  {
    alert: "DnstoolsCircuitOpen",
    says: "the circuit closed again at once",
    series: { [circuit("open")]: "0x5 1 0x60", [circuit("half_open")]: "0x60", [failing]: "0x5 5+5x60" },
    at: "6m",
    fires: [],
  },
  {
    alert: "DnstoolsEdgeDown",
    rule: { callers: "failing" },
    says: "nginx is down, and no calls arrive",
    series: {
      [`dnstools_edge_up{${NS},job="edge",instance="e1"}`]: "1x5 0x60",
      [calls]: "0+60x5 300x60",
    },
    at: "10m",
    fires: [HERE],
  },
  {
    alert: "DnstoolsEdgeDown",
    rule: { callers: "failing" },
    says: "nginx does not answer the process that counts, and calls come",
    series: { [`dnstools_edge_up{${NS},job="edge",instance="e1"}`]: "1x5 0x60", [calls]: "0+60x60" },
    at: "30m",
    fires: [],
  },
  {
    alert: "DnstoolsEdgeDown",
    rule: { callers: "served" },
    says: "nginx does not answer the process that counts, and calls come",
    series: { [`dnstools_edge_up{${NS},job="edge",instance="e1"}`]: "1x5 0x60", [calls]: "0+60x60" },
    at: "30m",
    fires: [HERE],
  },
  {
    alert: "DnstoolsEdgeDown",
    rule: { callers: "served" },
    says: "nginx is up",
    series: { [`dnstools_edge_up{${NS},job="edge",instance="e1"}`]: "1x60", [calls]: "0+60x60" },
    at: "30m",
    fires: [],
  },
  {
    alert: "DnstoolsEdgeDown",
    rule: { callers: "failing" },
    says: "all its pods are gone",
    series: { [`dnstools_edge_up{${NS},job="edge",instance="e1"}`]: "1x5 stale" },
    at: "10m",
    fires: [HERE],
  },
  {
    alert: "DnstoolsEdgeDown",
    rule: { callers: "failing" },
    says: "it is down for two minutes, as during a restart",
    series: { [`dnstools_edge_up{${NS},job="edge",instance="e1"}`]: "1x5 stale stale 1x60" },
    at: "7m",
    fires: [],
  },
  {
    alert: "DnstoolsEdgeDown",
    rule: { callers: "failing" },
    says: "one of two edges is down",
    series: {
      [`dnstools_edge_up{${NS},job="edge",instance="e1"}`]: "0x60",
      [`dnstools_edge_up{${NS},job="edge",instance="e2"}`]: "1x60",
    },
    at: "10m",
    fires: [],
  },
  {
    alert: "DnstoolsEdgeErrors",
    says: "a tenth of the calls never reach a gateway",
    series: { [edge("edge", "503")]: "0+10x60", [edge("upstream", "200")]: "0+90x60" },
    at: "20m",
    fires: [HERE],
  },
  {
    alert: "DnstoolsEdgeErrors",
    says: "503 from a gateway and 429 for a flood do not count",
    series: {
      [edge("edge", "503")]: "0x60",
      [edge("edge", "429")]: "0+90x60",
      [edge("upstream", "503")]: "0+10x60",
      [edge("upstream", "200")]: "0+90x60",
    },
    at: "20m",
    fires: [],
  },
  {
    alert: "DnstoolsEdgeErrors",
    says: "the errors lasted two minutes",
    series: { [edge("edge", "503")]: "0x10 50 100 100x50", [edge("upstream", "200")]: "0+90x60" },
    at: "13m",
    fires: [],
  },
];
