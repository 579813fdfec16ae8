import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { addressOf } from "@dnstools/lab/plan/plan";

/**
 * Runs each comparable tool once in the lab with the planned round trips, to check that it works there and to
 * measure how long it takes. Run as `bin/bench peers`. Fails if the output of a tool is not as expected.
 */
const LEAF = addressOf("ns1.example.com");
const WEB = addressOf("valid.certs.com");
/** A short word list for the tools that guess subdomain names. */
const WORDS = "/usr/share/dnsenum/dns.txt";

/** A command, and a pattern that its output must match. */
const JOBS: Readonly<Record<string, readonly [command: readonly string[], says: RegExp]>> = {
  dig: [["dig", "example.com", "MX"], /10 mail\.example\.com/],
  "dig +trace": [["dig", "+trace", "example.com"], /93\.184\.215\.14/],
  delv: [["delv", "-a", `${process.env["LAB_MADE"]}/root.anchor`, "example.com"], /fully validated/],
  dnsperf: [["dnsperf", "-s", LEAF, "-d", "/dev/stdin", "-l", "1"], /Queries per second/],
  h2load: [["h2load", "-n", "100", "-c", "10", "https://valid.certs.com/"], /100 succeeded/],
  wrk: [["wrk", "-d", "1s", "-t", "1", "-c", "10", "https://valid.certs.com/"], /Requests\/sec/],
  dnsrecon: [["dnsrecon", "-d", "example.com", "-t", "std"], /MX mail\.example\.com/],
  dnsenum: [
    ["dnsenum", "--noreverse", "--nocolor", "-p", "0", "-s", "0", "-f", WORDS, "example.com"],
    /93\.184\.215\.16/,
  ],
  fierce: [
    ["fierce", "--domain", "example.com", "--subdomains", "mail", "ftp", "--delay", "0"],
    /mail\.example\.com/,
  ],
  "zonemaster-cli": [["zonemaster-cli", "--level", "ERROR", "signed.com"], /Looks OK/],
  sslscan: [["sslscan", "--no-colour", "valid.certs.com"], /TLSv1\.3 {3}enabled/],
  testssl: [
    ["testssl", "--warnings", "off", "--color", "0", "--quiet", "--ip", WEB, "-p", "valid.certs.com"],
    /TLS 1\.3 {4}offered/,
  ],
  openssl: [
    ["openssl", "s_client", "-connect", "valid.certs.com:443", "-servername", "valid.certs.com"],
    /Verify return code: 0/,
  ],
  whois: [["whois", "registered.se"], /registrar: +Lab Registrar/i],
  "curl of RDAP": [
    [
      "curl",
      "-sf",
      "--cacert",
      `${process.env["LAB_MADE"]}/tls/ca.pem`,
      "https://rdap.verisign.com/com/v1/domain/registered.com",
    ],
    /"ldhName"/,
  ],
  // The plan has no server for swaks, so the bench only checks that swaks is installed.
  swaks: [["swaks", "--version"], /swaks version/],
};

// Some tools write files into the current folder.
const folder = mkdtempSync(join(tmpdir(), "peers-"));
let failed = 0;
for (const [name, [command, says]] of Object.entries(JOBS)) {
  const start = performance.now();
  const child = Bun.spawn(["timeout", "120", ...command], {
    cwd: folder,
    stdin: new Blob(name === "dnsperf" ? ["example.com A\n"] : []),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [stdout, stderr] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  const seconds = ((performance.now() - start) / 1000).toFixed(2);
  const right = says.test(stdout + stderr);
  if (!right) failed++;
  console.log(`${name.padEnd(16)} ${seconds.padStart(7)} s  ${right ? "ok" : "UNEXPECTED OUTPUT"}`);
  if (!right) console.error((stdout + stderr).slice(-1000));
}
rmSync(folder, { recursive: true });
process.exit(failed === 0 ? 0 : 1);
