import { readFileSync } from "node:fs";
import { fromBase64 } from "@dnstools/core/protocol/platform";
import { type Certificate, parseCertificate } from "@dnstools/core/protocol/x509/certificate";
import { buildPaths } from "@dnstools/core/protocol/x509/path";
import { reached } from "./figures.ts";
import { median } from "./measure.ts";
import { chosenRows } from "./rows.ts";
import { crowds, mails } from "./ssl-crowd.ts";

/**
 * Measures the cost of `ssl` without round trips: the CPU for parsing a chain and building its paths, each time as if
 * the chain were new, and many checks at once. ssl-rtt.ts makes the measurements with round trips.
 */
const ROUNDS = 300;

for (const part of chosenRows({ chains, crowds, mails })) await part();

function chains(): void {
  chain("an ordinary chain of three, EC", "good-ecdsa", 3);
  chain("an ordinary chain of three, RSA", "good-rsa", 3);
  chain("10,000 names", "sans-10000", 50);
}

/**
 * Measures one chain.
 * @param name a web server of the lab's zoo; its root is read in addition to the certificates that it sends.
 */
function chain(what: string, name: string, limitMs: number): void {
  const sent = dersIn(`${name}.certs.com.pem`);
  const roots = dersIn("ca.pem");
  const now = Math.floor(Date.now() / 1000);
  const times: number[] = [];
  const reading: number[] = [];
  for (let i = 0; i <= ROUNDS; i++) {
    const start = performance.now();
    const [leaf, ...others] = sent.map(read);
    const anchors = roots.map(read);
    reading.push(performance.now() - start);
    if (leaf === undefined) throw new Error(`${name} has no certificate`);
    const [best] = buildPaths(leaf, others, anchors, now);
    times.push(performance.now() - start);
    if (best?.end !== "anchor") throw new Error(`${name} ends at ${best?.end}`);
  }
  const ms = median(times.slice(1));
  const most = Math.max(...times.slice(1)).toFixed(1);
  console.log(
    `CPU of ${what.padEnd(34)} ${ms.toFixed(2)} ms, reading alone ${median(reading.slice(1)).toFixed(2)}, ` +
      `first ${times[0]?.toFixed(1)}, most ${most} ${reached(`CPU of ${what}`, ms, `< ${limitMs}`, "ms")}`,
  );
}

/**
 * Returns the certificates in a file of the lab, in base64 without line breaks, as the product gets them from a
 * handshake.
 */
function dersIn(file: string): string[] {
  const text = readFileSync(`${process.env["LAB_MADE"]}/tls/${file}`, "utf8");
  return [...text.matchAll(/-----BEGIN CERTIFICATE-----([^-]+)-----END/g)].map(([, base64 = ""]) =>
    base64.replace(/\s/g, ""),
  );
}

function read(der: string): Certificate {
  const certificate = parseCertificate(fromBase64(der));
  if (certificate === null) throw new Error("a certificate cannot be read");
  return certificate;
}
