import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "@dnstools/server/config/settings";
import { type Container, type Manifest, nameOf, ofKind } from "./manifest.ts";

/** What our image sets: the line ENV of its Dockerfile. */
const IMAGE: Environment = Object.fromEntries(
  (/^ENV (.*)$/m.exec(readFileSync(join(import.meta.dir, "../../image/Dockerfile"), "utf8"))?.[1] ?? "")
    .split(" ")
    .map((pair) => pair.split("=") as [string, string]),
);

/** What stands for values that a Secret holds. */
const SECRETS: Environment = {
  DATABASE_URL: "postgres://user:secret@database.example.com/name",
  REDIS_URL: "rediss://:secret@redis.example.com:6379",
};

/** The environment of a container, as the kubelet makes it of ConfigMaps, values and references to others. */
export type ContainerEnvironment = {
  readonly values: Environment;
  /** Names that are there only to be used in other values. */
  readonly parts: readonly string[];
  /** Names that were said in the manifests. */
  readonly said: readonly string[];
  /** References that lead nowhere. */
  readonly dangling: readonly string[];
};

export function environmentOf(all: readonly Manifest[], container: Container): ContainerEnvironment {
  const values: Record<string, string | undefined> = {};
  const parts: string[] = [];
  const dangling: string[] = [];
  for (const { configMapRef } of container.envFrom ?? []) {
    const map = ofKind(all, "ConfigMap").find((one) => nameOf(one) === configMapRef?.name);
    Object.assign(values, map?.data);
  }
  for (const { name, value, valueFrom } of container.env ?? []) {
    const secret = valueFrom?.secretKeyRef;
    const text = secret === undefined ? (value ?? "") : (SECRETS[name] ?? "secret");
    values[name] = text.replace(/\$\(([A-Z_]+)\)/g, (whole, part: string) => {
      const known = values[part];
      (known === undefined ? dangling : parts).push(part);
      return known ?? whole;
    });
  }
  return { values: { ...IMAGE, ...values }, parts, said: Object.keys(values), dangling };
}
