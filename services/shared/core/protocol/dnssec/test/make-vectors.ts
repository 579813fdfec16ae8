/**
 * Regenerates `vectors.json`: small zones signed by BIND, Knot and ldns with each algorithm, with NSEC, NSEC3 and
 * opt-out, and the responses of BIND, Knot and NSD. Requires bind9, knot, knot-dnssecutils, ldnsutils and nsd of
 * Debian 12. Run it with `bun services/shared/core/protocol/dnssec/test/make-vectors.ts`.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { $ } from "bun";
import { typeNumber } from "../../dns/types.ts";
import { joinBytes } from "../bytes.ts";
import { labelsOf, wireOf } from "../names.ts";

type Denial = "nsec" | "nsec3" | "opt-out";
type VectorZone = {
  readonly signer: "bind" | "knot" | "ldns";
  readonly algorithm: number;
  readonly denial: Denial;
};

const ALGORITHMS = {
  5: "RSASHA1",
  7: "RSASHA1-NSEC3-SHA1",
  8: "RSASHA256",
  10: "RSASHA512",
  13: "ECDSAP256SHA256",
  14: "ECDSAP384SHA384",
  15: "ED25519",
  16: "ED448",
};
const SIGNERS = ["bind", "knot", "ldns"] as const;
const ZONES: readonly VectorZone[] = SIGNERS.flatMap((signer) => [
  ...Object.keys(ALGORITHMS).map((algorithm) => ({
    signer,
    algorithm: Number(algorithm),
    denial: algorithm === "7" ? ("nsec3" as const) : ("nsec" as const),
  })),
  { signer, algorithm: 13, denial: "nsec3" },
  { signer, algorithm: 13, denial: "opt-out" },
]);
const nameOf = ({ signer, algorithm, denial }: VectorZone) => `${signer}${algorithm}.${denial}.example`;

/** The unsigned zone. It deliberately has names with capitals, with escaped characters and without records. */
const RECORDS = `$TTL 3600
@ IN SOA ns1 hostmaster 1 7200 3600 1209600 300
@ IN NS ns1
@ IN MX 10 Mail
@ IN MX 5 mail.EXAMPLE.net.
ns1 IN A 127.0.0.1
mail IN A 192.0.2.25
WWW IN A 192.0.2.2
WWW IN A 192.0.2.10
alias IN CNAME Www
a.empty IN TXT "below a name without records"
*.wild IN TXT "expanded"
odd\\.dot IN TXT "one label"
dname IN DNAME Target.example.net.
_sip._tcp IN SRV 1 2 5060 Sip
naptr IN NAPTR 1 2 "u" "E2U" "!^.*$!x!" Replaced
child IN NS ns1.child
child IN DS 1 13 2 0000000000000000000000000000000000000000000000000000000000000000
ns1.child IN A 192.0.2.53
unsigned IN NS ns1.unsigned
ns1.unsigned IN A 192.0.2.54
`;
/**
 * Owner (relative to the apex) and type of each query. Zones with P-256 get all queries, other zones only the
 * first three.
 */
const QUESTIONS = [
  ["@", "DNSKEY"],
  ["wWw", "A"],
  ["www", "MX"],
  ["@", "MX"],
  ["alias", "A"],
  ["no", "A"],
  ["no.no", "A"],
  ["empty", "A"],
  ["x.wild", "TXT"],
  ["y.x.wild", "TXT"],
  ["x.wild", "A"],
  ["odd\\.dot", "TXT"],
  ["x.dname", "A"],
  ["_sip._tcp", "SRV"],
  ["naptr", "NAPTR"],
  ["child", "DS"],
  ["unsigned", "DS"],
  ["x.unsigned", "A"],
] as const;
const FEW = 3;

const INCEPTION = "20260101000000";
const EXPIRATION = "20360101000000";
const AT = Date.UTC(2030, 0, 1) / 1000;

async function sign(zone: VectorZone, folder: string): Promise<void> {
  const name = nameOf(zone);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "plain"), `$ORIGIN ${name}.\n${RECORDS}`);
  const sh = $.cwd(folder);
  const mnemonic = ALGORITHMS[zone.algorithm as keyof typeof ALGORITHMS];
  const bits = mnemonic.startsWith("RSA") ? ["-b", "1024"] : [];
  if (zone.signer === "bind") {
    const key = async (flags: string[]) =>
      (
        await sh`dnssec-keygen -q -a ${mnemonic.replace("RSASHA1-NSEC3-SHA1", "NSEC3RSASHA1")} ${bits} ${flags} ${name}`
          .quiet()
          .text()
      ).trim();
    const keys = [await key([]), await key(["-f", "KSK"])];
    await sh`cat plain ${keys.map((one) => `${one}.key`)} > keyed`;
    const denial = { nsec: [], nsec3: ["-3", "ab"], "opt-out": ["-3", "-", "-A"] }[zone.denial];
    await sh`dnssec-signzone -z -s ${INCEPTION} -e ${EXPIRATION} ${denial} -o ${name} -f signed keyed ${keys}`.quiet();
  } else if (zone.signer === "ldns") {
    const key = async (flags: string[]) =>
      (await sh`ldns-keygen -a ${mnemonic} ${bits} ${flags} ${name}`.text()).trim();
    const keys = [await key([]), await key(["-k"])];
    const denial = { nsec: [], nsec3: ["-n", "-t", "3", "-s", "cd"], "opt-out": ["-n", "-p"] }[zone.denial];
    await sh`ldns-signzone -o ${name} -i ${INCEPTION} -e ${EXPIRATION} ${denial} -f signed plain ${keys}`;
  } else {
    const nsec3 = zone.denial === "nsec" ? "off" : "on";
    const optOut = zone.denial === "opt-out" ? "on" : "off";
    const size = mnemonic.startsWith("RSA") ? "\n    ksk-size: 1024\n    zsk-size: 1024" : "";
    writeFileSync(
      join(folder, "sign.conf"),
      `database:
    storage: ${folder}
policy:
  - id: p
    algorithm: ${zone.algorithm === 7 ? "rsasha1-nsec3-sha1" : mnemonic.toLowerCase()}${size}
    rrsig-lifetime: 3650d
    rrsig-refresh: 1d
    nsec3: ${nsec3}
    nsec3-opt-out: ${optOut}
    nsec3-iterations: 0
    cds-cdnskey-publish: none
zone:
  - domain: ${name}
    storage: ${folder}
    file: plain
    dnssec-signing: on
    dnssec-policy: p
`,
    );
    mkdirSync(join(folder, "out"));
    const time = INCEPTION.replace(/^(....)(..)(..)(..)(..)(..)$/, "$1-$2-$3T$4:$5:$6");
    await sh`kzonesign -c sign.conf -o out -t ${Date.parse(`${time}Z`) / 1000} ${name}`.quiet();
    await sh`cp out/plain signed || cp out/${name}.zone signed`.quiet();
  }
}

/**
 * TCP port of each server. Each server serves the zones of one signer: BIND serves those signed by BIND, Knot those
 * signed by Knot, and NSD those signed by ldns.
 */
const PORTS = { bind: 20_531, knot: 20_532, ldns: 20_533 };

function serverOf(signer: VectorZone["signer"], root: string): string[] {
  const zones = ZONES.filter((zone) => zone.signer === signer).map(nameOf);
  const file = join(root, `${signer}.conf`);
  const port = PORTS[signer];
  if (signer === "bind") {
    const parts = zones.map((name) => `zone "${name}" { type primary; file "${root}/${name}/signed"; };`);
    writeFileSync(
      file,
      `options { directory "${root}"; listen-on port ${port} { 127.0.0.1; }; listen-on-v6 { none; }; pid-file none;
session-keyfile none; recursion no; minimal-responses yes; };
controls {};\n${parts.join("\n")}\n`,
    );
    return ["named", "-g", "-c", file];
  }
  if (signer === "knot") {
    const parts = zones.map((name) => `  - domain: ${name}\n    file: ${root}/${name}/signed\n`);
    writeFileSync(
      file,
      `server:
    listen: 127.0.0.1@${port}
    rundir: ${root}
database:
    storage: ${root}
zone:
${parts.join("")}`,
    );
    return ["knotd", "-c", file];
  }
  const parts = zones.map((name) => `zone:\n name: ${name}\n zonefile: ${root}/${name}/signed\n`);
  writeFileSync(
    file,
    `server:
 ip-address: 127.0.0.1@${port}
 username: ""
 pidfile: ""
 database: ""
 zonelistfile: ${root}/nsd.list
 xfrdfile: ${root}/nsd.xfrd
 xfrdir: ${root}
 minimal-responses: yes
remote-control:
 control-enable: no
${parts.join("")}`,
  );
  return ["nsd", "-d", "-c", file];
}

function queryOf(name: string, type: string): Uint8Array {
  const number = typeNumber(type) ?? 0;
  return joinBytes([
    Uint8Array.of(0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1),
    wireOf(labelsOf(name)),
    Uint8Array.of(number >> 8, number & 255, 0, 1, 0, 0, 41, 4, 208, 0, 0, 0x80, 0, 0, 0),
  ]);
}

/** Sends a query over TCP and retries until the server listens and has loaded its zones. */
async function ask(port: number, query: Uint8Array): Promise<Buffer> {
  const end = Date.now() + 30_000;
  for (;;) {
    const answer = await new Promise<Buffer | null>((resolve) => {
      let got = Buffer.alloc(0);
      const socket = connect(port, "127.0.0.1", () => {
        socket.write(joinBytes([Uint8Array.of(query.length >> 8, query.length & 255), query]));
      });
      socket.on("data", (data) => {
        got = Buffer.concat([got, Buffer.from(data)]);
        if (got.length < 2 || got.length < 2 + got.readUInt16BE(0)) return;
        socket.destroy();
        resolve(got.subarray(2));
      });
      socket.on("error", () => resolve(null));
    });
    // SERVFAIL and REFUSED mean that the zone is not loaded yet.
    if (answer !== null && ![2, 5].includes((answer[3] ?? 0) % 16)) return answer;
    if (Date.now() > end) throw new Error(`port ${port} gives no answer`);
    await Bun.sleep(50);
  }
}

const root = mkdtempSync(join(tmpdir(), "vectors-"));
for (const zone of ZONES) {
  process.stderr.write(`signing ${nameOf(zone)}\n`);
  await sign(zone, join(root, nameOf(zone)));
}
await $`chmod -R a+rX ${root}`;
const servers = SIGNERS.map((signer) =>
  Bun.spawn(serverOf(signer, root), { stdout: "ignore", stderr: Bun.file(join(root, `${signer}.log`)) }),
);
try {
  const zones = [];
  for (const zone of ZONES) {
    const name = nameOf(zone);
    process.stderr.write(`asking ${name}\n`);
    const questions = zone.algorithm === 13 ? QUESTIONS : QUESTIONS.slice(0, FEW);
    const answers: Record<string, string> = {};
    for (const [owner, type] of questions) {
      const whole = owner === "@" ? name : `${owner}.${name}`;
      const answer = await ask(PORTS[zone.signer], queryOf(whole, type));
      answers[`${owner} ${type}`] = answer.toString("base64");
    }
    zones.push({ name, ...zone, answers });
  }
  const versions = {
    bind: (await $`${["named", "-v"]}`.text()).trim(),
    knot: (await $`${["kzonesign", "-V"]}`.text()).trim(),
    ldns: (await $`${["ldns-signzone", "-v"]}`.text()).trim().replaceAll("\n", " "),
  };
  const made = new Date().toISOString().slice(0, 10);
  const file = join(import.meta.dir, "vectors.json");
  writeFileSync(
    file,
    `${JSON.stringify({ source: "make-vectors.ts", made, versions, at: AT, zones }, null, 1)}\n`,
  );
} finally {
  for (const server of servers) server.kill();
  await Promise.all(servers.map(({ exited }) => exited));
}
rmSync(root, { recursive: true });
