import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as Enums from "@cyclonedx/cyclonedx-library/Enums";
import * as Models from "@cyclonedx/cyclonedx-library/Models";
import * as Serialize from "@cyclonedx/cyclonedx-library/Serialize";
import { isSupportedSpdxId } from "@cyclonedx/cyclonedx-library/SPDX";
import * as Spec from "@cyclonedx/cyclonedx-library/Spec";
import { ROOT } from "../image/binary.ts";

/** The parts of Bun's `--metafile` that this module reads. */
export type Metafile = {
  readonly outputs: Readonly<Record<string, { readonly inputs: Readonly<Record<string, unknown>> }>>;
};

/** A third-party package whose files are in the binary. */
export type Package = { readonly name: string; readonly version: string; readonly license: string | null };

/** Matches the package folder in the path of a bundled file: the path up to the last `node_modules/NAME`. */
const FOLDER = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/;

/** Returns the third-party packages in the binary, sorted by name and version. */
export function packagesOf(metafile: Metafile): readonly Package[] {
  const files = Object.values(metafile.outputs).flatMap(({ inputs }) => Object.keys(inputs));
  const folders = new Set(files.flatMap((file) => FOLDER.exec(file)?.[0] ?? []));
  return [...folders]
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8"));
      return { name, version, license: typeof license === "string" ? license : null };
    })
    .toSorted((a, b) => (a.name + a.version < b.name + b.version ? -1 : 1));
}

/** The data that a software bill of materials is created from. */
export type SbomOptions = {
  readonly version: string;
  readonly revision: string;
  readonly bun: string;
  /** Commit time. With it, the text depends only on the commit. */
  readonly time: Date;
  readonly packages: readonly Package[];
};

/**
 * Returns the software bill of materials of the binary: CycloneDX 1.6 as JSON. Bun is one component. The libraries in
 * Bun are not listed, because Bun's own licence file lists them.
 */
export function sbomOf({ version, revision, bun, time, packages }: SbomOptions): string {
  const program = new Models.Component(Enums.ComponentType.Application, "dnstools", {
    bomRef: "dnstools",
    version,
    licenses: licensesOf("MIT"),
    properties: new Models.PropertyRepository([new Models.Property("revision", revision)]),
  });
  const runtime = new Models.Component(Enums.ComponentType.Platform, "bun", {
    bomRef: "bun",
    version: bun,
    licenses: licensesOf("MIT"),
    purl: `pkg:github/oven-sh/bun@bun-v${bun}`,
  });
  const parts = packages.map((one) => componentOf(one));
  for (const part of [runtime, ...parts]) program.dependencies.add(part.bomRef);
  const bom = new Models.Bom({
    version: 1,
    components: new Models.ComponentRepository([runtime, ...parts]),
    metadata: new Models.Metadata({ timestamp: time, component: program }),
  });
  const normalizers = new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6);
  const serializer = new Serialize.JsonSerializer(normalizers);
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;
}

function componentOf({ name, version, license }: Package): Models.Component {
  const purl = `pkg:npm/${name.replace("@", "%40")}@${version}`;
  const [scope, base] = name.startsWith("@") ? name.split("/") : [undefined, name];
  return new Models.Component(Enums.ComponentType.Library, base ?? name, {
    bomRef: purl,
    version,
    purl,
    ...(scope === undefined ? {} : { group: scope }),
    ...(license === null ? {} : { licenses: licensesOf(license) }),
  });
}

function licensesOf(text: string): Models.LicenseRepository {
  return new Models.LicenseRepository([
    isSupportedSpdxId(text) ? new Models.SpdxLicense(text) : new Models.NamedLicense(text),
  ]);
}
