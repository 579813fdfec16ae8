import { mkdir, rename } from "node:fs/promises";
import { join } from "node:path";
import { parseObject } from "./json.ts";
import type { Registry } from "./registries.ts";
import { type ServiceList, servicesOf } from "./service-list.ts";

/** Stores IANA's lists on disk, so that later processes can load them. */
export class ServiceListFiles {
  private readonly folder: string | null;

  /** @param folder folder of the stored lists; null to disable storage, so that nothing is written or read. */
  constructor(folder: string | null) {
    this.folder = folder;
  }

  /** Loads the list that an earlier process saved; null if there is none or it cannot be read. */
  async load(registry: Registry): Promise<ServiceList | null> {
    if (this.folder === null) return null;
    try {
      const kept = parseObject(await Bun.file(fileOf(this.folder, registry)).bytes());
      const services = servicesOf(kept);
      const { etag, checkedAt } = kept ?? {};
      const whole = typeof etag === "string" && /^[\x21-\x7e]*$/.test(etag) && typeof checkedAt === "number";
      return services !== null && whole && checkedAt <= Date.now() ? { services, etag, checkedAt } : null;
    } catch {
      return null;
    }
  }

  /** Writes a list atomically. If the folder is not writable, nothing happens, because the list is also in memory. */
  async save(registry: Registry, list: ServiceList): Promise<void> {
    if (this.folder === null) return;
    try {
      await mkdir(this.folder, { recursive: true });
      const file = fileOf(this.folder, registry);
      const part = `${file}.${crypto.randomUUID()}.part`;
      await Bun.write(part, JSON.stringify(list));
      await rename(part, file);
    } catch {}
  }
}

function fileOf(folder: string, registry: Registry): string {
  return join(folder, `rdap-${registry}.json`);
}
