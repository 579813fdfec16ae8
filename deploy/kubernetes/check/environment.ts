import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Environment } from "@dnstools/server/config/settings";
import { type Container, type Manifest, nameOf, ofKind } from "./manifest.ts";

/** Environment variables that the dnstools image sets, from the ENV line of its Dockerfile. */
const IMAGE: Environment = Object.fromEntries(
  (/^ENV (.*)$/m.exec(readFileSync(join(import.meta.dir, "../../image/Dockerfile"), "utf8"))?.[1] ?? "")
    .split(" ")
    .map((pair) => pair.split("=") as [string, string]),
);

/** Sample values of the variables that come from a Secret. */
const SECRETS: Environment = {
  DATABASE_URL: "postgres://user:secret@database.example.com/name",
  REDIS_URL: "rediss://:secret@redis.example.com:6379",
};

/** The environment of a container. The kubelet builds it from ConfigMaps, values and references. */
export type ContainerEnvironment = {
  readonly values: Environment;
  /** Names of variables that the values of other variables refer to as $(NAME). */
  readonly parts: readonly string[];
  /** Names of the variables that the manifests set. */
  readonly said: readonly string[];
  /** References to variables that are not set. */
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
