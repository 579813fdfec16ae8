import { type Manifest, nameOf, ofKind, titleOf, workloadsOf } from "../manifest.ts";
import { brokenOf, type Rule } from "../rule.ts";

const NAME = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
/** Maximum size of a ConfigMap in bytes: the limit of etcd minus a margin. */
const CONFIG_BYTES_MAX = 900_000;

/** Checks the name, namespace and labels of every object, and all images and Secrets. */
export const lintObjects: Rule = (all) => {
  const [namespace, ...more] = ofKind(all, "Namespace");
  const own = namespace === undefined ? "" : nameOf(namespace);
  return [
    ...brokenOf("all", [namespace === undefined || more.length > 0, "there is not one Namespace"]),
    ...brokenOf("Namespace", [
      namespace?.metadata?.labels?.["pod-security.kubernetes.io/enforce"] !== "restricted",
      "does not enforce the restricted pod security standard",
    ]),
    ...all.flatMap((object) =>
      brokenOf(
        titleOf(object),
        [!NAME.test(nameOf(object)), "has an invalid name"],
        [object.kind !== "Namespace" && object.metadata?.namespace !== own, "is not in the namespace"],
        [
          object.kind !== "Namespace" && object.metadata?.labels?.["app.kubernetes.io/part-of"] === undefined,
          "has no label app.kubernetes.io/part-of",
        ],
      ),
    ),
    ...ofKind(all, "ConfigMap").flatMap((map) =>
      brokenOf(titleOf(map), [JSON.stringify(map).length > CONFIG_BYTES_MAX, "is too large for a cluster"]),
    ),
    ...imagesOf(workloadsOf(all)),
    ...secretsOf(all),
  ];
};

/** Checks that all workloads use the same dnstools image, and that every image is pinned to a version. */
function imagesOf(workloads: ReturnType<typeof workloadsOf>): readonly string[] {
  const images = workloads.flatMap(({ object, containers, inits }) =>
    [...inits, ...containers].map(({ name, image = "" }) => ({ title: `${titleOf(object)}/${name}`, image })),
  );
  const ours = new Set(images.map(({ image }) => image).filter((image) => /(^|\/)dnstools(:|$)/.test(image)));
  return [
    ...brokenOf("all", [ours.size !== 1, `our image is not the same everywhere: ${[...ours].join(", ")}`]),
    ...images.flatMap(({ title, image }) =>
      brokenOf(title, [
        !/:v?\d+\.\d+[\w.-]*(@sha256:[0-9a-f]{64})?$/.test(image),
        `${image} is not pinned to a version`,
      ]),
    ),
  ];
}

/** Matches a URL that contains a password instead of a reference $(NAME). */
const PASSWORD = /:\/\/[^/@\s]*:(?!\$\()[^/@\s]+@/;

/** Checks that manifests refer to Secrets but do not contain any, because the repository is public. */
function secretsOf(all: readonly Manifest[]): readonly string[] {
  const said = [
    ...ofKind(all, "ConfigMap").flatMap((map) =>
      Object.entries(map.data ?? {}).map(([name, value]) => ({ title: titleOf(map), name, value })),
    ),
    ...workloadsOf(all).flatMap(({ object, containers, inits }) =>
      [...inits, ...containers].flatMap(({ env = [] }) =>
        env.map(({ name, value = "" }) => ({ title: titleOf(object), name, value })),
      ),
    ),
  ];
  return said.flatMap(({ title, name, value }) =>
    brokenOf(title, [
      value !== "" && (PASSWORD.test(value) || /^DNSBL_KEYS$|PASSWORD|TOKEN/.test(name)),
      `${name} has a secret in it: name a Secret instead`,
    ]),
  );
}
