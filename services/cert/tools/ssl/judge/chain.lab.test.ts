import { expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseCertificate } from "@dnstools/core/protocol/x509/certificate";
import { present } from "@dnstools/core/tool/outcome";
import { judgeChain } from "./chain.ts";

/** Creates a certificate that another certificate signed, with URLs of the issuer's certificate. */
function issued(...urls: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), "chain-"));
  const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes"];
  const run = (...args: readonly string[]) => {
    const done = Bun.spawnSync(["openssl", "req", "-x509", ...key, "-days", "9", ...args], { cwd: folder });
    if (!done.success) throw new Error(done.stderr.toString());
  };
  const aia =
    urls.length === 0
      ? []
      : ["-addext", `authorityInfoAccess=${urls.map((url) => `caIssuers;URI:${url}`).join(",")}`];
  run("-subj", "/CN=CA", "-keyout", "ca.key", "-out", "ca.pem");
  run(
    "-subj",
    "/CN=leaf",
    "-CA",
    "ca.pem",
    "-CAkey",
    "ca.key",
    "-keyout",
    "leaf.key",
    "-out",
    "leaf.pem",
    ...aia,
  );
  const pem = readFileSync(join(folder, "leaf.pem"), "utf8");
  rmSync(folder, { recursive: true });
  const leaf = parseCertificate(Buffer.from(pem.replace(/-----[^-]+-----/g, ""), "base64"));
  if (leaf === null) throw new Error("not read");
  return leaf;
}

const file = (url: string) => ({ url, status: 200, outcome: present([]) });

test("unchecked parts are unknown: an issuer that may be among the sent certificates, and a file that was not fetched", () => {
  const at = Date.now() / 1000;
  const judged = (total: number, named: number, asked: number) => {
    const urls = Array.from({ length: named }, (_, i) => `http://a.example.com/${i}`);
    const leaf = issued(...urls);
    const aia = urls.slice(0, asked).map(file);
    const { trust, chain, withAia } = judgeChain(
      { leaf, all: [leaf], total },
      { anchors: [], aia, fetched: [], at },
    );
    return [trust, chain, withAia].map((one) => (one === null ? "null" : `${one.status} ${one.reason}`));
  };
  expect(judged(1, 0, 0)).toEqual(["fail issuer_not_found", "unknown issuer_unknown", "fail no_aia"]);
  expect(judged(1, 2, 2)).toEqual([
    "fail issuer_not_found",
    "unknown issuer_unknown",
    "fail issuer_not_found",
  ]);
  expect(judged(1, 3, 2)).toEqual(["fail issuer_not_found", "unknown issuer_unknown", "unknown budget"]);
  expect(judged(30, 0, 0)).toEqual(["unknown too_large", "unknown too_large", "null"]);
});
