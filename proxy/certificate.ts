import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Read } from "@dnstools/server/config/read-setting";
import { PATH } from "./endpoint.ts";

/** A certificate chain with its key, both PEM. */
export type Certificate = { readonly chain: string; readonly key: string };

/** `CHAIN=KEY`: two paths. They are read, so that what does not belong together is told before nginx starts. */
export function certificate(text: string): Read<Certificate> {
  const [chain = "", key = "", ...rest] = text.split("=");
  if (!PATH.test(chain) || !PATH.test(key) || rest.length > 0)
    return { problem: "set /path/fullchain.pem=/path/privkey.pem" };
  try {
    const leaf = new X509Certificate(readFileSync(chain));
    if (!leaf.checkPrivateKey(createPrivateKey(readFileSync(key, "utf8"))))
      return {
        problem: "the key is not that of the chain's first certificate: set the files that belong together",
      };
    return { value: { chain, key } };
  } catch (error) {
    return { problem: `set PEM files that can be read: ${(error as Error).message}` };
  }
}
