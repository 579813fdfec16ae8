import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { getCACertificates } from "node:tls";
import { certificatesIn } from "./bundle.ts";
import { type Certificate, isSelfSigned, parseCertificate, titleOf } from "./certificate.ts";
import { createConstrain } from "./name-constraints.ts";
import { buildPaths } from "./path.ts";

const derOf = (pem: string) => new Uint8Array(Buffer.from(pem.replace(/-----[^-]+-----/g, ""), "base64"));

test("every bundled root is parsed, is a CA certificate and is self-signed", () => {
  const read = getCACertificates("bundled").map((pem) => parseCertificate(derOf(pem)));
  expect(read.length).toBeGreaterThan(100);
  const odd = read.filter(
    (one) =>
      one === null ||
      !isSelfSigned(one) ||
      one.extensions.broken.length > 0 ||
      one.extensions.criticalUnknown.length > 0 ||
      one.extensions.basicConstraints?.ca !== true,
  );
  expect(odd.map((one) => (one === null ? "unread" : titleOf(one)))).toEqual([]);
});

/** These certificates, with their extensions, are created by openssl for the tests. */
describe("certificates of openssl", () => {
  let folder = "";
  const run = (...args: readonly string[]) => {
    const done = Bun.spawnSync(["openssl", ...args], { cwd: folder, stderr: "pipe" });
    if (!done.success) throw new Error(done.stderr.toString());
  };
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "x509-"));
    run("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", "key.pem");
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  function make(
    extensions: string,
    subject = "CN=a.example.com",
    how: readonly string[] = ["-key", "key.pem"],
  ): Certificate {
    const names = subject.split("/").map((part, i) => `${i}.${part}`);
    writeFileSync(
      join(folder, "c.cnf"),
      `[req]\ndistinguished_name=d\nx509_extensions=e\nprompt=no\nstring_mask=utf8only\n[d]\n${names.join("\n")}\n[e]\n${extensions}\n`,
    );
    run("req", "-x509", ...how, "-days", "30", "-config", "c.cnf", "-out", "c.pem");
    const read = parseCertificate(derOf(readFileSync(join(folder, "c.pem"), "utf8")));
    if (read === null) throw new Error("not read");
    return read;
  }

  test("extensions are read", () => {
    const { extensions, names, subject } = make(
      `subjectAltName=DNS:a.example.com,IP:2a01::1,email:a@example.com,URI:https://a.example.com/
basicConstraints=critical,CA:TRUE,pathlen:3
keyUsage=critical,digitalSignature,keyCertSign
extendedKeyUsage=serverAuth,1.2.3.4
certificatePolicies=2.23.140.1.1,1.2.3
crlDistributionPoints=URI:http://a.example.com/a.crl
authorityInfoAccess=OCSP;URI:http://o.example.com,caIssuers;URI:http://c.example.com/c.crt
tlsfeature=status_request
1.3.6.1.4.1.11129.2.4.2=DER:0416001400080102030405060708000801020304050607FF
1.2.3.4.5=critical,DER:0500`,
      "CN=Zoë, the first/O=A\\, B",
    );
    expect(subject).toContain("CN=Zo");
    expect(names).toEqual({
      given: true,
      dns: ["a.example.com"],
      ips: ["2a01::1"],
      emails: ["a@example.com"],
      uris: ["https://a.example.com/"],
      others: 0,
      malformedIps: 0,
    });
    expect(extensions).toMatchObject({
      basicConstraints: { ca: true, pathLength: 3 },
      keyUsage: ["digitalSignature", "keyCertSign"],
      extendedKeyUsage: ["1.3.6.1.5.5.7.3.1", "1.2.3.4"],
      policies: ["2.23.140.1.1", "1.2.3"],
      crls: ["http://a.example.com/a.crl"],
      ocsp: ["http://o.example.com"],
      caIssuers: ["http://c.example.com/c.crt"],
      mustStaple: true,
      scts: 2,
      criticalUnknown: ["1.2.3.4.5"],
      broken: [],
    });
  });

  test("a malformed extension is recorded and treated as missing", () => {
    const { extensions } = make("2.5.29.37=DER:0500\n2.5.29.19=critical,DER:0203010203");
    expect(extensions).toMatchObject({ extendedKeyUsage: null, basicConstraints: null });
    expect(extensions.broken.toSorted()).toEqual(["2.5.29.19", "2.5.29.37"]);
  });

  test("names are checked against constraints of every kind", () => {
    const one = make(
      "subjectAltName=DNS:a.example.com,DNS:*.b.example.com,IP:192.0.2.7,email:A@mail.example.com,URI:https://u@www.example.com:8/x",
      "C=DE/O=Example/CN=a.example.com/emailAddress=b@old.example.com",
    );
    const many = (how: string, count: number) =>
      Array.from({ length: count }, (_, i) => `${how};DNS.${i}=n${i}.example.net`).join("\n");
    const held = (lines: string): string | null => {
      const { nameConstraints } = make(
        `nameConstraints=critical,@n\n[n]\n${lines}\n[dir]\nC=DE\nO=EXAMPLE\n[other]\nC=FR`,
      ).extensions;
      const held = nameConstraints === null ? null : createConstrain()(one, nameConstraints);
      return held?.kind === "broken" ? held.name : held?.kind === "kept" ? null : (held?.kind ?? "none");
    };
    const rows: readonly (readonly [lines: string, broken: string | null])[] = [
      ["permitted;DNS.0=example.com", null],
      ["permitted;DNS.0=.example.com", null],
      ["permitted;DNS.0=a.example.com", "*.b.example.com"],
      ["permitted;DNS.0=xample.com", "a.example.com"],
      ["excluded;DNS.0=b.example.com", "*.b.example.com"],
      ["permitted;IP.0=192.0.2.0/255.255.255.0", null],
      ["permitted;IP.0=192.0.3.0/255.255.255.0", "192.0.2.7"],
      ["excluded;IP.0=192.0.2.0/255.255.255.248", "192.0.2.7"],
      ["permitted;IP.0=2a01::/ffff::", "192.0.2.7"],
      ["permitted;email.0=mail.example.com", "b@old.example.com"],
      ["permitted;email.0=.example.com", null],
      ["permitted;email.0=example.com", "A@mail.example.com"],
      ["excluded;email.0=A@MAIL.example.com", "A@mail.example.com"],
      ["excluded;email.0=a@mail.example.com", null],
      ["excluded;email.0=old.example.com", "b@old.example.com"],
      ["permitted;URI.0=.example.com", null],
      ["permitted;URI.0=example.com", "https://u@www.example.com:8/x"],
      ["permitted;dirName.0=dir", null],
      ["permitted;dirName.0=other", "C=DE, O=Example, CN=a.example.com, emailAddress=b@old.example.com"],
      ["permitted;DNS.0=.a.example.com", "a.example.com"],
      ["excluded;DNS.0=.a.example.com", null],
      [`${many("excluded", 150)}\nexcluded;DNS.150=b.example.com`, "*.b.example.com"],
      [`${many("permitted", 150)}\npermitted;DNS.150=example.com`, null],
      // A wildcard covers an excluded host, but nothing below that host.
      ["excluded;DNS.0=x.b.example.com", "*.b.example.com"],
      ["excluded;DNS.0=y.x.b.example.com", null],
      // The certificate has no name of the constrained kind, so the constraint does not apply.
      ["permitted;otherName.0=1.2.3.4;UTF8:x", null],
    ];
    expect(rows.map(([lines]) => [lines, held(lines)])).toEqual(rows.map((row) => [...row]));
  });

  test("a critical unknown extension or a malformed relevant one makes a certificate untrusted", () => {
    const criticals = [
      "subjectKeyIdentifier=critical,hash",
      "authorityInfoAccess=critical,caIssuers;URI:http://a.example.com/",
    ];
    expect(criticals.map((line) => make(line).extensions.criticalUnknown)).toEqual([
      ["2.5.29.14"],
      ["1.3.6.1.5.5.7.1.1"],
    ]);
    // Name constraints whose address and mask have three bytes each are malformed.
    expect(make("2.5.29.30=critical,DER:300BA00930078705C000020000").extensions.broken).toEqual([
      "2.5.29.30",
    ]);
    const address = make("2.5.29.17=DER:30058703C00002");
    expect(address.names.malformedIps).toBe(1);
    const other = make("subjectAltName=otherName:1.2.3.4;UTF8:x");
    const held = (lines: string, one: Certificate) => {
      const { nameConstraints } = make(`nameConstraints=critical,@n\n[n]\n${lines}`).extensions;
      return nameConstraints === null ? "none" : createConstrain()(one, nameConstraints).kind;
    };
    expect(held("permitted;IP.0=192.0.2.0/255.255.255.0", address)).toBe("broken");
    expect(held("permitted;DNS.0=example.com", address)).toBe("kept");
    expect(held("permitted;otherName.0=1.2.3.4;UTF8:x", other)).toBe("unchecked");
  });

  test("names and constraints over the limit are unchecked, not allowed", () => {
    const lines = (count: number, line: (i: number) => string) =>
      Array.from({ length: count }, (_, i) => line(i));
    const one = make(
      `subjectAltName=@s\n[s]\n${lines(1000, (i) => `DNS.${i}=n${i}.example.com`).join("\n")}`,
    );
    const { nameConstraints } = make(
      `nameConstraints=critical,@n\n[n]\n${lines(1000, (i) => `excluded;DNS.${i}=n${i}.example.net`).join("\n")}`,
    ).extensions;
    if (nameConstraints === null) throw new Error("no constraints");
    expect(createConstrain()(one, nameConstraints)).toEqual({ kind: "unchecked", why: "too many names" });
  });

  test("one limit applies to the whole chain", () => {
    const lines = (count: number, line: (i: number) => string) =>
      Array.from({ length: count }, (_, i) => line(i));
    const names = make(
      `subjectAltName=@s\n[s]\n${lines(400, (i) => `DNS.${i}=n${i}.example.com`).join("\n")}`,
    );
    const all = lines(3, (at) => at.toString()).map((at) => {
      const list = lines(200, (i) => `excluded;DNS.${i}=m${at}-${i}.example.net`).join("\n");
      const { nameConstraints } = make(`nameConstraints=critical,@n\n[n]\n${list}`).extensions;
      if (nameConstraints === null) throw new Error("no constraints");
      return nameConstraints;
    });
    const kinds = () => {
      const constrain = createConstrain();
      return [...all, ...all].map((constraints) => constrain(names, constraints).kind as string);
    };
    const wanted = ["kept", "kept", "unchecked", "kept", "kept", "unchecked"];
    // Cached comparisons count towards the limit too, so the second check has the same results as the first.
    expect([kinds(), kinds()]).toEqual([wanted, wanted]);
  });

  test("an unverifiable signature does not make another certificate the issuer", () => {
    const own = make("basicConstraints=CA:TRUE", "CN=Own", [
      "-newkey",
      "rsa:2048",
      "-nodes",
      "-keyout",
      "rsa.pem",
      "-md5",
    ]);
    const [path] = buildPaths(own, [], [], Date.now() / 1000);
    expect([path?.end, own.signatureAlgorithm.toLowerCase()]).toEqual([
      "self_signed",
      "md5withrsaencryption",
    ]);
  });

  test("certificate files are read in all formats, and other files give an empty list", () => {
    make("basicConstraints=CA:TRUE");
    run("x509", "-in", "c.pem", "-outform", "DER", "-out", "c.der");
    run(
      "crl2pkcs7",
      "-nocrl",
      "-certfile",
      "c.pem",
      "-certfile",
      "c.pem",
      "-outform",
      "DER",
      "-out",
      "c.p7c",
    );
    const count = (file: Uint8Array) => certificatesIn(file).length;
    const bytes = (name: string) => new Uint8Array(readFileSync(join(folder, name)));
    expect([count(bytes("c.der")), count(bytes("c.pem")), count(bytes("c.p7c"))]).toEqual([1, 1, 2]);
    const der = bytes("c.der");
    const nothing = [
      new Uint8Array(0),
      der.subarray(0, 100),
      new TextEncoder().encode("<html>"),
      bytes("key.pem"),
    ];
    expect(nothing.map(count)).toEqual([0, 0, 0, 0]);
  });

  test("changed bytes give another certificate or none, and never an error", () => {
    const { der } = make("subjectAltName=DNS:a.example.com\nbasicConstraints=CA:TRUE");
    const now = Date.now() / 1000;
    for (let at = 0; at < der.length; at++) {
      for (const bit of [1, 0x80]) {
        const changed = der.slice();
        changed[at] = (changed[at] ?? 0) ^ bit;
        const read = parseCertificate(changed);
        if (read !== null) expect(buildPaths(read, [], [read], now).length).toBe(1);
      }
    }
  });
});
