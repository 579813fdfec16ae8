import { generateKeyPair, type KeyObject } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import { promisify } from "node:util";
import { derivedKey, type Key } from "../plan/keys.ts";
import { run } from "../support/run.ts";

/**
 * Paths of a private key and of a certificate request that is signed with this key. The request's subject is empty:
 * `sign` sets the certificate's subject.
 */
export type KeyFiles = { readonly key: string; readonly request: string };

const generate = promisify(generateKeyPair);

async function newKey(kind: Exclude<Key, "rsa-pss-2048">, owner: string): Promise<KeyObject> {
  switch (kind) {
    case "p-256":
      return derivedKey(owner);
    case "p-384":
      return (await generate("ec", { namedCurve: "secp384r1" })).privateKey;
    case "ed25519":
      return (await generate("ed25519")).privateKey;
    case "rsa-2048":
    case "rsa-1024":
      return (await generate("rsa", { modulusLength: Number(kind.slice("rsa-".length)) })).privateKey;
  }
}

/**
 * Returns a function that makes the key of a kind and an owner in `folder`. Further calls for the same kind and owner
 * return the same key.
 */
export function keyMaker(folder: string): (kind: Key, owner: string) => Promise<KeyFiles> {
  const made = new Map<string, Promise<KeyFiles>>();
  const make = async (kind: Key, owner: string): Promise<KeyFiles> => {
    const file = `${folder}/${kind} ${owner.replaceAll("/", " ")}`;
    const files = { key: `${file}.key`, request: `${file}.csr` };
    if (kind === "rsa-pss-2048")
      // Bun cannot generate RSA-PSS keys.
      await run(
        "openssl",
        "genpkey",
        "-algorithm",
        "RSA-PSS",
        "-pkeyopt",
        "rsa_keygen_bits:2048",
        "-out",
        files.key,
      );
    else writeFileSync(files.key, (await newKey(kind, owner)).export({ type: "pkcs8", format: "pem" }));
    const config = `${folder}/request.cnf`;
    if (!existsSync(config)) writeFileSync(config, "[req]\ndistinguished_name = name\n[name]\n");
    const command = ["openssl", "req", "-new", "-batch", "-config", config, "-subj", "/"];
    await run(...command, "-key", files.key, "-out", files.request);
    return files;
  };
  return (kind, owner) => {
    const id = `${kind} ${owner}`;
    const files = made.get(id) ?? make(kind, owner);
    made.set(id, files);
    return files;
  };
}
