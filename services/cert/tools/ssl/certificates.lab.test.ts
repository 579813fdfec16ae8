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
/** Whom openssl trusts: the lab's authority alone, since to read all that the system trusts takes ten times as long. */
const TRUST = ["-CAfile", CA, "-no-CApath", "-no-CAstore"];

/** Verdicts as test/verdicts.ts writes them. */
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

/** Each host's answer, and its server at the IPv4 address. */
async function askAll(): Promise<AnswersByHost> {
  const product = await sharedProduct("all", { RATE_LIMIT_UNITS: "0" });
  const check = await openApiCheck(product.url);
  const all = new Map<string, { readonly data: SslData; readonly server: ServerData | null }>();
  // A server that is slow to answer has no second connection, and many calls at once make all of them slow.
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
/** The same for all tests of this file. */
function answersOfAll(): Promise<AnswersByHost> {
  asked ??= askAll();
  return asked;
}

test("every server's certificate has its four verdicts, none of which hides another", async () => {
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

/** What openssl says to a server: the chain as it was sent, and whether it is trusted and for the name. */
type Openssl = { readonly chain: readonly string[]; readonly code: number };

async function opensslLooks(name: string): Promise<Openssl> {
  const command = [
    ...["openssl", "s_client", "-connect", `${addressOf(name)}:443`, "-servername", name],
    ...["-verify_hostname", name, ...TRUST, "-showcerts", "-cipher", "ALL:eNULL:@SECLEVEL=0"],
    // The handshake takes all, the check of certificates what OpenSSL takes with its defaults.
    ...["-auth_level", "1"],
  ];
  const child = Bun.spawn(command, {
    // Debian's configuration forbids what is old.
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
 * Where openssl sees it otherwise, and why: it takes the common name where there are no other names, and wildcards in part of
 * a label, both of which RFC 9525 forbids.
 */
const OTHERWISE = ["no-san", "partial"];

/** Where openssl sees a chain and we do not: a group of TLS 1.3 that Bun has not. What is unknown is no fault. */
const UNSEEN = ["ffdhe2048-tls13"];

test("openssl sees the same chain at every server, and comes to the same", async () => {
  const answers = await answersOfAll();
  const wrong: string[] = [];
  await atOnce(HOSTS, async (name) => {
    const server = answers.get(name)?.server;
    if (!server || UNSEEN.includes(name.slice(0, -ZONE.length))) return;
    const { chain, code } = await opensslLooks(name);
    const ours = server.chain?.map(({ sha256 }) => sha256) ?? [];
    // It has no certificate to show where more was sent than it takes.
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

test("openssl verify comes to the same on trust in what each server sends, whatever the dates and names", async () => {
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
    // The leaf's own dates are a verdict of their own: looked at within them, where its issuers are valid too.
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
