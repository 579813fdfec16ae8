import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Certificate, parseCertificate } from "./certificate.ts";
import { crlSays, readCrl } from "./crl.ts";
import { ocspSays } from "./ocsp.ts";

const URL_OF = "http://crl.example.com/a.crl";
/** One minute from now, which is after the creation of all certificates and revocation lists in these tests. */
const NOW = Math.floor(Date.now() / 1000) + 60;

const pemOf = (der: Uint8Array) =>
  new TextEncoder().encode(
    `-----BEGIN X509 CRL-----\n${Buffer.from(der).toString("base64")}\n-----END X509 CRL-----\n`,
  );

describe("what openssl makes", () => {
  let folder = "";
  const run = (...args: readonly string[]) => {
    const done = Bun.spawnSync(["openssl", ...args], { cwd: folder, stderr: "pipe" });
    if (!done.success) throw new Error(done.stderr.toString());
  };
  const bytes = (name: string) => new Uint8Array(readFileSync(join(folder, name)));
  function certificate(name: string): Certificate {
    const pem = readFileSync(join(folder, `${name}.pem`), "utf8");
    const read = parseCertificate(new Uint8Array(Buffer.from(pem.replace(/-----[^-]+-----/g, ""), "base64")));
    if (read === null) throw new Error(name);
    return read;
  }
  /**
   * Creates a certificate.
   * @param by the issuer; null for a self-signed certificate.
   */
  function make(name: string, by: string | null, kind: readonly string[], ...more: readonly string[]): void {
    const signer = by === null ? [] : ["-CA", `${by}.pem`, "-CAkey", `${by}.key`];
    run(
      "req",
      "-x509",
      "-newkey",
      ...kind,
      "-nodes",
      "-days",
      "9",
      "-subj",
      `/CN=${name}`,
      ...signer,
      ...more,
      ...["-keyout", `${name}.key`, "-out", `${name}.pem`],
    );
  }
  /** Creates an authority's CRL that revokes the given serial numbers. */
  function list(by: string, serials: readonly string[], extensions = "", ...how: readonly string[]) {
    const lines = serials.map(
      (serial) => `R\t491231000000Z\t261101000000Z,superseded\t${serial}\tunknown\t/CN=x\n`,
    );
    writeFileSync(join(folder, "db.txt"), lines.join(""));
    writeFileSync(
      join(folder, "db.cnf"),
      `[ca]\ndefault_ca=a\n[a]\ndatabase=db.txt\ndefault_md=sha256\ncrl_extensions=e\n[e]\nauthorityKeyIdentifier=keyid\n${extensions}\n`,
    );
    const times = how.length === 0 ? ["-crldays", "3"] : how;
    run(
      "ca",
      "-gencrl",
      "-config",
      "db.cnf",
      "-cert",
      `${by}.pem`,
      "-keyfile",
      `${by}.key`,
      ...times,
      "-out",
      "list.pem",
    );
    run("crl", "-in", "list.pem", "-outform", "DER", "-out", "list.der");
    return bytes("list.der");
  }
  const EC = ["ec", "-pkeyopt", "ec_paramgen_curve:P-256"];
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "crl-"));
    make("ca", null, EC);
    make("rsa", null, ["rsa:2048"]);
    make("nosign", null, EC, "-addext", "keyUsage=critical,keyCertSign");
    for (const by of ["ca", "rsa", "nosign"])
      make(`${by}-leaf`, by, EC, "-addext", `crlDistributionPoints=URI:${URL_OF}`);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function says(file: Uint8Array, by: string, at = NOW, leaf = `${by}-leaf`): string {
    const crl = readCrl(file);
    if (crl === null) return "none";
    const said = crlSays(crl, certificate(leaf), { issuer: certificate(by), urls: [URL_OF], at });
    return said.status === "unknown"
      ? said.fault
      : said.status === "revoked"
        ? `revoked ${said.why}`
        : said.status;
  }

  test("a list only gives statuses that it may be trusted for", () => {
    const serial = (name: string) => certificate(name).serial;
    const scope = (line: string) => `issuingDistributionPoint=critical,@s\n[s]\n${line}`;
    const rows: readonly (readonly [what: string, got: string, wanted: string])[] = [
      ["not in it", says(list("ca", ["01", "02"]), "ca"), "good"],
      ["in it", says(list("ca", ["01", serial("ca-leaf")]), "ca"), "revoked superseded"],
      ["in one in PEM", says(pemOf(list("ca", [serial("ca-leaf")])), "ca"), "revoked superseded"],
      ["signed with RSA", says(list("rsa", [serial("rsa-leaf")]), "rsa"), "revoked superseded"],
      ["an empty one", says(list("ca", []), "ca"), "good"],
      ["of another issuer", says(list("rsa", [serial("ca-leaf")]), "ca"), "other_issuer"],
      ["whose issuer may not sign lists", says(list("nosign", []), "nosign"), "may_not_sign"],
      [
        "over",
        says(
          list("ca", [], "", "-crl_lastupdate", "20260101000000Z", "-crl_nextupdate", "20260102000000Z"),
          "ca",
        ),
        "expired",
      ],
      [
        "of the future",
        says(
          list("ca", [], "", "-crl_lastupdate", "20490101000000Z", "-crl_nextupdate", "20490102000000Z"),
          "ca",
        ),
        "not_yet_valid",
      ],
      ["of this point", says(list("ca", [], scope(`fullname=URI:${URL_OF}`)), "ca"), "good"],
      ["of servers alone", says(list("ca", [], scope("onlyuser=TRUE")), "ca"), "good"],
      [
        "of another point",
        says(list("ca", [], scope("fullname=URI:http://crl.example.com/b.crl")), "ca"),
        "other_scope",
      ],
      ["of authorities", says(list("ca", [], scope("onlyCA=TRUE")), "ca"), "other_scope"],
      ["of attributes", says(list("ca", [], scope("onlyAA=TRUE")), "ca"), "other_scope"],
      ["of others' certificates", says(list("ca", [], scope("indirectCRL=TRUE")), "ca"), "indirect"],
      [
        "of some reasons, not in it",
        says(list("ca", [], scope("onlysomereasons=keyCompromise")), "ca"),
        "some_reasons",
      ],
      [
        "of some reasons, in it",
        says(list("ca", [serial("ca-leaf")], scope("onlysomereasons=superseded")), "ca"),
        "revoked superseded",
      ],
      ["of changes", says(list("ca", [], "2.5.29.27=critical,DER:020101"), "ca"), "delta"],
      [
        "with what is not known",
        says(list("ca", [], "1.2.3.4=critical,DER:0500"), "ca"),
        "critical_extension",
      ],
      ["no list", says(new TextEncoder().encode("<html>"), "ca"), "none"],
    ];
    expect(rows.map(([what, got]) => [what, got])).toEqual(rows.map(([what, , wanted]) => [what, wanted]));
  });

  test("a list with changed bytes is unreadable or not trusted, and nothing is thrown", () => {
    const file = list("ca", ["01"]);
    const signed = readCrl(file)?.signed.data;
    const got = new Set<string>();
    // Changes each byte of the signed part only, since some bits of the other parts have no meaning.
    for (let at = signed?.start ?? 0; at < (signed?.end ?? 0); at++)
      got.add(says(file.with(at, (file[at] ?? 0) ^ 1), "ca"));
    expect([says(file, "ca"), got.has("good"), [...got].some((one) => one.startsWith("revoked"))]).toEqual([
      ...["good", false, false],
    ]);
    for (let at = 0; at < file.length; at += 7) expect(says(file.slice(0, at), "ca")).toBe("none");
  });

  function staple(state: "R" | "V", signer: string, leaf = "ca-leaf"): Uint8Array {
    const when = state === "R" ? "261101000000Z" : "";
    writeFileSync(
      join(folder, "ocsp.txt"),
      `${state}\t491231000000Z\t${when}\t${certificate(leaf).serial}\tunknown\t/CN=x\n`,
    );
    run("ocsp", "-issuer", "ca.pem", "-cert", `${leaf}.pem`, "-no_nonce", "-reqout", "ask");
    const by = ["-rsigner", `${signer}.pem`, "-rkey", `${signer}.key`, "-CA", "ca.pem"];
    run("ocsp", "-index", "ocsp.txt", ...by, "-ndays", "2", "-reqin", "ask", "-respout", "answer");
    return bytes("answer");
  }
  const stapled = (der: Uint8Array, at = NOW, leaf = "ca-leaf") => {
    const { status, fault } = ocspSays(der, certificate(leaf), certificate("ca"), at);
    return fault ?? status;
  };

  test("an OCSP response only gives statuses that it may be trusted for", () => {
    make("delegate", "ca", EC, "-addext", "extendedKeyUsage=OCSPSigning");
    make("stranger", "ca", EC);
    make("other", "ca", EC);
    const good = staple("V", "ca");
    const got = {
      good: stapled(good),
      revoked: stapled(staple("R", "ca")),
      delegate: stapled(staple("V", "delegate")),
      stranger: stapled(staple("V", "stranger")),
      another: stapled(good, NOW, "other"),
      over: stapled(good, NOW + 3 * 86_400),
      early: stapled(good, NOW - 86_400),
      none: stapled(new TextEncoder().encode("nothing")),
      refused: stapled(Uint8Array.of(0x30, 3, 0x0a, 1, 6)),
    };
    expect(got).toEqual({
      ...{
        good: "good",
        revoked: "revoked",
        delegate: "good",
        stranger: "bad_signature",
        another: "other_certificate",
      },
      ...{ over: "expired", early: "not_yet_valid", none: "malformed", refused: "error" },
    });
    // Only bytes of the signed part are changed. The wrapper around it is not signed, and the signer's own certificate
    // is not needed.
    for (let at = 40; at < 140; at++)
      expect(["good", "revoked"]).not.toContain(stapled(good.with(at, (good[at] ?? 0) ^ 1)));
  });
});
