import { type Cidr, contains, type IpBytes, parseCidr, parseIp } from "@dnstools/core/protocol/ip";
import type { INetworkPolicyPeer } from "kubernetes-models/networking.k8s.io/v1/NetworkPolicyPeer";
import type { INetworkPolicyPort } from "kubernetes-models/networking.k8s.io/v1/NetworkPolicyPort";
import { type Labels, type Manifest, ofKind, selects } from "./manifest.ts";

/** One end of a connection: a pod, described by its namespace and labels, or an address outside the cluster. */
export type Party = { readonly namespace: string; readonly labels: Labels } | { readonly address: string };

export type Port = { readonly port: number; readonly protocol: "TCP" | "UDP" };

const NAMESPACE = "dnstools";

/**
 * Returns true if network policies allow a connection. The rules are those of Kubernetes: if no policy selects a pod
 * for a direction, the pod is unrestricted; otherwise everything is allowed that any of these policies allows. Both
 * ends must allow the connection.
 */
export function isLetThrough(all: readonly Manifest[], from: Party, to: Party, at: Port): boolean {
  return mayLeave(all, from, to, at) && mayEnter(all, from, to, at);
}

function mayLeave(all: readonly Manifest[], from: Party, to: Party, at: Port): boolean {
  const policies = policiesOf(all, from, "Egress");
  const rules = policies.flatMap(({ spec }) => spec?.egress ?? []);
  return policies.length === 0 || rules.some((rule) => isPeer(rule.to, to) && isPort(rule.ports, at));
}

function mayEnter(all: readonly Manifest[], from: Party, to: Party, at: Port): boolean {
  const policies = policiesOf(all, to, "Ingress");
  const rules = policies.flatMap(({ spec }) => spec?.ingress ?? []);
  return policies.length === 0 || rules.some((rule) => isPeer(rule.from, from) && isPort(rule.ports, at));
}

/** Returns the policies for one direction that select a pod. A policy selects only pods of its own namespace. */
function policiesOf(all: readonly Manifest[], party: Party, type: "Egress" | "Ingress") {
  if (!("labels" in party) || party.namespace !== NAMESPACE) return [];
  return ofKind(all, "NetworkPolicy").filter(
    ({ spec }) =>
      (spec?.policyTypes ?? ["Ingress"]).includes(type) && selects(spec?.podSelector ?? {}, party.labels),
  );
}

/** Returns true if the peers of a rule include a party. A rule without peers applies to all parties. */
function isPeer(peers: readonly INetworkPolicyPeer[] | undefined, party: Party): boolean {
  if (peers === undefined || peers.length === 0) return true;
  return peers.some(({ ipBlock, namespaceSelector, podSelector }) => {
    if (ipBlock !== undefined) return "address" in party && isInBlock(ipBlock, parseIp(party.address) ?? []);
    if (!("labels" in party)) return false;
    const there = { "kubernetes.io/metadata.name": party.namespace };
    const near =
      namespaceSelector === undefined ? party.namespace === NAMESPACE : selects(namespaceSelector, there);
    return near && selects(podSelector ?? {}, party.labels);
  });
}

function isPort(ports: readonly INetworkPolicyPort[] | undefined, at: Port): boolean {
  if (ports === undefined || ports.length === 0) return true;
  return ports.some(({ port, protocol = "TCP" }) => port === at.port && protocol === at.protocol);
}

/** Returns true if an address is in a policy's block, but not in the exceptions of the block. */
export function isInBlock(
  { cidr, except = [] }: { readonly cidr: string; readonly except?: readonly string[] },
  ip: IpBytes,
): boolean {
  return isWithin(cidr, ip) && !except.some((text) => isWithin(text, ip));
}

/** Parsed blocks. They are cached, because a few blocks are compared with many addresses. */
const read = new Map<string, Cidr | null>();

function isWithin(text: string, ip: IpBytes): boolean {
  const known = read.get(text);
  const block = known === undefined ? parseCidr(text) : known;
  if (known === undefined) read.set(text, block);
  return block !== null && contains(block, ip);
}
