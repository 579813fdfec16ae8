import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import type { Read } from "@dnstools/server/config/read-setting";
import { PATH } from "./endpoint.ts";

/** The paths of a certificate chain and of its private key, both in PEM format. */
export type Certificate = { readonly chain: string; readonly key: string };

/**
 * Parses `CHAIN=KEY`, two paths. The files are read, so that a key that does not match its certificate is detected
 * before nginx starts.
 */
export function certificate(text: string): Read<Certificate> {
  const [chain = "", key = "", ...rest] = text.split("=");
  if (!PATH.test(chain) || !PATH.test(key) || rest.length > 0)
    return { problem: "set /path/fullchain.pem=/path/privkey.pem" };
  try {
    const leaf = new X509Certificate(readFileSync(chain));
    if (!leaf.checkPrivateKey(createPrivateKey(readFileSync(key, "utf8"))))
      return {
        problem: "the key does not match the first certificate of the chain: set a matching pair of files",
      };
    return { value: { chain, key } };
  } catch (error) {
    return { problem: `set the paths of readable PEM files: ${(error as Error).message}` };
  }
}
