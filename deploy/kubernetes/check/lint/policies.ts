import { contains, parseCidr } from "@dnstools/core/protocol/ip";
import { type Manifest, ofKind, type Selector, selects, titleOf, workloadsOf } from "../manifest.ts";
import { brokenOf, type Rule } from "../rule.ts";

/** Checks the network policies: the pods they select, the ports of these pods, and the address blocks. */
export const lintPolicies: Rule = (all) =>
  ofKind(all, "NetworkPolicy").flatMap((policy) => {
    const { podSelector = {}, policyTypes = [], ingress = [], egress = [] } = policy.spec ?? {};
    const title = titleOf(policy);
    const own = portsOf(all, (labels) => selects(podSelector, labels));
    const peers = [...ingress.flatMap(({ from = [] }) => from), ...egress.flatMap(({ to = [] }) => to)];
    const named = [podSelector, ...peers.flatMap(({ podSelector: pods }) => pods ?? [])].flatMap(
      componentsOf,
    );
    const foreign = ingress
      .filter(() => own.size > 0)
      .flatMap(({ ports = [] }) => ports)
      .filter(({ port, protocol = "TCP" }) => !own.has(`${port}/${protocol}`));
    return [
      ...brokenOf(
        title,
        [ingress.length > 0 && !policyTypes.includes("Ingress"), "has ingress and is not of that type"],
        [egress.length > 0 && !policyTypes.includes("Egress"), "has egress and is not of that type"],
        [
          egress.some(({ to = [], ports = [] }) => to.length === 0 || ports.length === 0),
          "lets out too much",
        ],
        [peers.some((peer) => Object.keys(peer).length === 0), "has a peer without a selector"],
      ),
      // All overlays share one set of policies, so an overlay need not have every component that a policy names.
      ...named
        .filter((name) => !COMPONENTS.includes(name))
        .map((name) => `${title}: ${name} is no component of ours`),
      // Policies must use port numbers, because network plugins interpret port names differently.
      ...foreign.map(({ port }) => `${title}: lets in port ${port}, which its pods do not have`),
      ...egress.flatMap(({ to = [], ports = [] }) => {
        const reached = portsOf(all, (labels) =>
          to.some(
            ({ podSelector: pods, namespaceSelector: other }) =>
              pods !== undefined && !other && selects(pods, labels),
          ),
        );
        const wrong = ports.filter(({ port, protocol = "TCP" }) => !reached.has(`${port}/${protocol}`));
        return reached.size === 0
          ? []
          : wrong.map(({ port }) => `${title}: lets out to port ${port}, which its peers do not have`);
      }),
      ...peers.flatMap(({ ipBlock }) => (ipBlock === undefined ? [] : blockOf(title, ipBlock))),
    ];
  });

/** Components of all pods that may exist in an overlay. */
const COMPONENTS: readonly string[] = [
  ...["gateway", "dns", "network", "cert", "mail", "analysis", "all"],
  ...["edge", "unbound", "redis", "postgres", "keys-backup"],
];

function componentsOf({ matchLabels = {}, matchExpressions = [] }: Selector): readonly string[] {
  const key = "app.kubernetes.io/component";
  const one = matchLabels[key];
  return [
    ...(one === undefined ? [] : [one]),
    ...matchExpressions.flatMap(({ key: own, values = [] }) => (own === key ? values : [])),
  ];
}

function portsOf(all: readonly Manifest[], isOne: (labels: Readonly<Record<string, string>>) => boolean) {
  const ports = workloadsOf(all)
    .filter(({ labels }) => isOne(labels))
    .flatMap(({ containers }) => containers.flatMap(({ ports: own = [] }) => own));
  return new Set(ports.map(({ containerPort, protocol = "TCP" }) => `${containerPort}/${protocol}`));
}

function blockOf(
  title: string,
  { cidr, except = [] }: { cidr: string; except?: readonly string[] },
): readonly string[] {
  const outer = parseCidr(cidr);
  return [cidr, ...except].flatMap((text) => {
    const inner = parseCidr(text);
    const inside =
      outer !== null && inner !== null && inner.bits >= outer.bits && contains(outer, inner.bytes);
    return brokenOf(title, [!inside, `${text} is no block within ${cidr}`]);
  });
}
