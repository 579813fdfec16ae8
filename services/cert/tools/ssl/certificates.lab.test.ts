import { expect, test } from "bun:test";
import { addressOf, hostsOf } from "@dnstools/lab/plan/plan";
import { openApiCheck } from "@dnstools/lab/support/openapi-check";
import { labSettings } from "@dnstools/lab/support/product";
import { atOnce } from "@dnstools/lab/support/run";
import { sharedProduct } from "@dnstools/lab/support/shared-product";
import type { ServerData, SslData } from "./data.ts";
import { VERDICTS } from "./test/verdicts.ts";

const ZONE = ".certs.com";
const HOSTS = hostsOf("nginx")
  .map(({ name }) => name)
  .filter((name) => name.endsWith(ZONE));
const CA = labSettings()["CA_EXTRA_FILE"] ?? "";
/**
 * OpenSSL's trust options: only the lab's authority is loaded, because loading the system's trust store takes ten
 * times as long.
 */
const TRUST = ["-CAfile", CA, "-no-CApath", "-no-CAstore"];

/** Formats a server's verdicts in the same way as test/verdicts.ts. */
function written({ verdicts, withAia }: ServerData): string {
  const { validity, host, trust, chain, protocol } = verdicts;
  const marks = { pass: "", warning: "~", fail: "", unknown: "?" } as const;
  const four = [validity, host, trust, chain].map(({ status, reason }) =>
    status === "pass" ? "ok" : `${marks[status]}${reason}`,
  );
  const aia =
    withAia === null
      ? []
      : [withAia.reason === null ? withAia.status : `${withAia.status}:${withAia.reason}`];
  const fifth = protocol.status === "pass" || four[0]?.startsWith("?") ? [] : [`protocol:${protocol.reason}`];
  return [...four, ...fifth, ...aia].join(" ");
}

type AnswersByHost = ReadonlyMap<string, { readonly data: SslData; readonly server: ServerData | null }>;

/** Returns the answer for each host, with the server at the host's IPv4 address. */
async function askAll(): Promise<AnswersByHost> {
  const product = await sharedProduct("all", { RATE_LIMIT_UNITS: "0" });
  const check = await openApiCheck(product.url);
  const all = new Map<string, { readonly data: SslData; readonly server: ServerData | null }>();
  // A slow server gets no second connection. Too many parallel calls would make all servers slow, so their number is
  // limited.
  await atOnce(HOSTS, async (name) => {
    const response = await fetch(`${product.url}/api/v1/ssl?host=${name}`);
    const body = await response.text();
    check("/api/v1/ssl", response, body);
    const data: SslData = JSON.parse(body).data;
    const server = data.servers.find(({ address }) => address === addressOf(name)) ?? null;
    all.set(name, { data, server });
  });
  return all;
}

let asked: Promise<AnswersByHost> | null = null;
/** Returns the answers that all tests of this file share. */
function answersOfAll(): Promise<AnswersByHost> {
  asked ??= askAll();
  return asked;
}

test("every server's certificate has its four independent verdicts", async () => {
  const answers = await answersOfAll();
  const wrong = HOSTS.flatMap((name) => {
    const wanted = VERDICTS[name.slice(0, -ZONE.length)];
    const server = answers.get(name)?.server;
    const got = server ? written(server) : "no answer";
    return got === wanted ? [] : [`${name}: ${got}, not ${wanted}`];
  });
  expect(wrong).toEqual([]);
  const hosts = Object.keys(VERDICTS).map((label) => label + ZONE);
  expect(hosts.sort()).toEqual([...HOSTS].sort());
});

/** OpenSSL's result for a server: the sent chain, and the verification code for trust and name. */
type Openssl = { readonly chain: readonly string[]; readonly code: number };

async function opensslLooks(name: string): Promise<Openssl> {
  const command = [
    ...["openssl", "s_client", "-connect", `${addressOf(name)}:443`, "-servername", name],
    ...["-verify_hostname", name, ...TRUST, "-showcerts", "-cipher", "ALL:eNULL:@SECLEVEL=0"],
    // The handshake accepts every certificate; the certificate check uses OpenSSL's default security level.
    ...["-auth_level", "1"],
  ];
  const child = Bun.spawn(command, {
    // Debian's OpenSSL configuration forbids old versions and ciphers, so it is not used.
    env: { PATH: labSettings()["PATH"], OPENSSL_CONF: "/dev/null" },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "ignore",
  });
  const text = await child.stdout.text();
  const pems = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  const chain = pems.map((pem) =>
    new Bun.CryptoHasher("sha256")
      .update(Buffer.from(pem.replace(/-----[^-]+-----/g, ""), "base64"))
      .digest("hex"),
  );
  return { chain, code: Number(/Verify return code: (\d+)/.exec(text)?.[1] ?? -1) };
}

/**
 * Hosts for which OpenSSL's result differs: OpenSSL accepts the common name if there are no other names, and wildcards
 * for a part of a label. RFC 9525 forbids both.
 */
const OTHERWISE = ["no-san", "partial"];

/**
 * Hosts whose chain OpenSSL gets but this API does not, because Bun does not support the server's key exchange group
 * of TLS 1.3. The result is unknown, which is not a fault of the host.
 */
const UNSEEN = ["ffdhe2048-tls13"];

test("OpenSSL sees the same chain at every server and reaches the same verdict", async () => {
  const answers = await answersOfAll();
  const wrong: string[] = [];
  await atOnce(HOSTS, async (name) => {
    const server = answers.get(name)?.server;
    if (!server || UNSEEN.includes(name.slice(0, -ZONE.length))) return;
    const { chain, code } = await opensslLooks(name);
    const ours = server.chain?.map(({ sha256 }) => sha256) ?? [];
    // If a server sends more certificates than OpenSSL accepts, OpenSSL shows none of them.
    if (ours.join() !== chain.slice(0, 20).join()) wrong.push(`${name}: another chain`);
    if (server.chainTotal !== null && server.chainTotal !== chain.length)
      wrong.push(`${name}: ${server.chainTotal} certificates, openssl saw ${chain.length}`);
    const { validity, host, trust } = server.verdicts;
    const good = [validity, host, trust].every(({ status }) => status === "pass" || status === "warning");
    const same = good === (code === 0) || OTHERWISE.includes(name.slice(0, -ZONE.length));
    if (!same && ours.length > 0) wrong.push(`${name}: ${written(server)}, openssl says ${code}`);
  });
  expect(wrong).toEqual([]);
});

test("openssl verify reaches the same verdict on the trust in each sent chain, independent of dates and names", async () => {
  const answers = await answersOfAll();
  const wrong: string[] = [];
  await atOnce(HOSTS, async (name) => {
    const server = answers.get(name)?.server;
    if (!server?.chain || OTHERWISE.includes(name.slice(0, -ZONE.length))) return;
    const sent = CA.replace(
      "ca.pem",
      `${hostsOf("nginx").find((host) => host.name === name)?.certificate}.pem`,
    );
    const at = Math.floor(Date.parse(server.observedAt) / 1000);
    // The validity dates of the server's own certificate have a separate verdict, so the chain is checked at a time
    // within these dates, at which its issuers are valid too.
    const outside = server.verdicts.validity.status === "fail";
    const time = outside ? ["-no_check_time"] : ["-attime", String(at)];
    const command = ["openssl", "verify", "-purpose", "sslserver", "-auth_level", "1", ...TRUST, ...time];
    const child = Bun.spawn([...command, "-untrusted", sent, sent], { stdout: "pipe", stderr: "pipe" });
    const [code] = await Promise.all([child.exited, child.stdout.text(), child.stderr.text()]);
    const trusted = server.verdicts.trust.status === "pass" || server.verdicts.trust.status === "warning";
    if (trusted !== (code === 0)) wrong.push(`${name}: ${written(server)}, openssl verify ends with ${code}`);
  });
  expect(wrong).toEqual([]);
});
