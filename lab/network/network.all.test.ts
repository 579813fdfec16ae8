import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { OWN_RESOLVER } from "../plan/hosts.ts";
import { addressOf, ZONE } from "../plan/plan.ts";
import { dig } from "../support/dig.ts";
import { inLab, ROOT, startLab } from "../support/nested.ts";

describe("what escapes is counted", () => {
  const tcp = (address: string, port: number) => `timeout 0.3 bash -c 'exec 3<>/dev/tcp/${address}/${port}'`;
  const escapes = async (...commands: string[]) => {
    const { code, err } = await inLab("--services=web", "bash", "-c", `${commands.join("; ")}; true`);
    return { code, err };
  };

  test("packets to addresses that are not public, and the run fails", async () => {
    const { code, err } = await escapes(
      ...["10.0.0.5", "172.31.255.255", "100.64.0.1", "198.18.0.1"].map((address) => tcp(address, 80)),
      ...["fd00::5", "2001:db8::1", "64:ff9b::a00:5"].map((address) => tcp(address, 80)),
      "echo > /dev/udp/192.168.1.9/53",
    );
    expect(code).toBe(5);
    expect(err).toContain("8 packets for addresses that are not public, 8 of them over the line");
  });

  test("knocks on listeners at loopback, private, link-local and metadata addresses", async () => {
    const { code, err } = await escapes(
      ...["127.0.0.1", "::1", "10.0.0.1", "192.168.1.1", "169.254.169.254", "fd00::1"].map((at) =>
        tcp(at, 80),
      ),
      tcp("127.0.0.1", 25),
      "echo > /dev/udp/127.0.0.1/53",
    );
    expect(code).toBe(5);
    expect(err).toContain("8 packets for addresses that are not public, 0 of them over the line");
    for (const knock of [
      "1 x tcp 169.254.169.254 port 80",
      "1 x tcp 127.0.0.1 port 25",
      "1 x udp 127.0.0.1 port 53",
    ])
      expect(err).toContain(knock);
  });

  test("packets to places without a listener: other ports, other loopback addresses, link-local, multicast", async () => {
    const { code, err } = await escapes(
      ...[
        "127.0.0.1/161",
        "10.0.0.1/123",
        "169.254.169.254/80",
        "127.0.0.2/80",
        "127.9.9.9/5353",
        "224.0.0.251/5353",
      ].map((at) => `echo > /dev/udp/${at}`),
      ...[tcp("10.0.0.1", 8080), tcp("127.0.0.2", 25)],
      ...["fe80::1234%eth0/53", "ff02::fb%eth0/5353", "fd00::1/161"].map((at) => `echo > /dev/udp/${at}`),
    );
    expect(code).toBe(5);
    expect(err).toContain("11 packets for addresses that are not public");
  });

  test("a tool that asks private servers is caught", async () => {
    const script = join(ROOT, "lab/test/zonemaster.pl");
    const { code, out, err } = await startLab(["--services=dns", "perl", script], "root", {
      stdin: "private.com\n",
    }).ended;
    expect(out.trim()).toBe(
      `private.com ${[...(ZONE.get("private.com")?.zonemaster ?? [])].sort().join(" ")}`,
    );
    expect(code).toBe(5);
    expect(err).toContain("x udp 10.0.0.1 port 53");
  });

  test("an escaped packet does not hide a command's own failure", async () => {
    const { code } = await inLab("--services=web", "bash", "-c", `${tcp("10.0.0.5", 80)}; exit 9`);
    expect(code).toBe(9);
  });
});

describe("the network", () => {
  test("has no way out: one line to the Internet, and beyond it nothing", async () => {
    const interfaces = (namespace: string[]) => {
      const { stdout } = Bun.spawnSync([...namespace, "ip", "-o", "link"]);
      return stdout
        .toString()
        .trim()
        .split("\n")
        .map((line) => /^\d+: ([^:@]+)/.exec(line)?.[1])
        .sort();
    };
    const internet = [join(ROOT, "lab/internet")];
    expect(interfaces([])).toEqual(["eth0", "lo"]);
    expect(interfaces(internet)).toEqual(["lo", "wan"]);
    for (const address of ["5.200.0.1", "2a00::1"]) {
      const { stderr, exitCode } = Bun.spawnSync([...internet, "ip", "route", "get", address]);
      // The default route is a blackhole.
      expect({ exitCode, says: stderr.toString() }).toEqual({
        exitCode: 2,
        says: expect.stringContaining("Invalid argument"),
      });
    }
  });

  /** Resolves to the way in which a TCP connection fails, or to null if it succeeds. */
  const refusal = async (hostname: string, port = 53) => {
    const { promise, resolve } = Promise.withResolvers<string | null>();
    const timer = setTimeout(() => resolve("silence"), 500);
    Bun.connect({
      hostname,
      port,
      socket: {
        open(socket) {
          socket.end();
          resolve(null);
        },
        data() {},
      },
    }).catch((error) => resolve(error.code));
    const result = await promise;
    clearTimeout(timer);
    return result;
  };

  test("closed ports, dead hosts, networks that cannot be reached and addresses without a host", async () => {
    expect(await refusal(addressOf("ns1.example.com"))).toBeNull();
    expect(await refusal(addressOf("ns.closed.com"))).toBe("ECONNREFUSED");
    expect(await refusal(addressOf("ns.silent.com"))).toBe("silence");
    expect(await refusal("5.200.0.1")).toBe("silence");
    const { stderr } = Bun.spawnSync(["bash", "-c", `exec 3<>/dev/tcp/${addressOf("ns.unrouted.com")}/53`]);
    expect(stderr.toString()).toContain("No route to host");
  });

  test("loses as many packets as the plan says", async () => {
    const asked = Array.from(
      { length: 300 },
      () => `@${addressOf("ns.lossy.org")} lossy.org A +tries=1 +time=1 +norecurse`,
    );
    // Groups of ten queries run at the same time, because each lost query costs a second.
    const batches = Array.from({ length: 30 }, (_, i) => dig(asked.slice(10 * i, 10 * i + 10)));
    const lost = (await Promise.all(batches)).flat().filter((answer) => answer === null).length;
    // A loss of 30 % of the packets is expected, with a tolerance of six standard deviations.
    expect(lost / asked.length).toBeGreaterThan(0.14);
    expect(lost / asked.length).toBeLessThan(0.46);
  });

  test("has the plan's round trips with --rtt, and none without", async () => {
    const hosts = { "8.8.8.8": 6, "9.9.9.9": 9, "198.41.0.4": 15, "114.114.114.114": 219, "2620:fe::fe": 9 };
    const asked = Object.keys(hosts).map(
      // With `-u`, dig measures in microseconds. Its default clock only counts ticks.
      (address) => `dig -u @${address} . NS +tries=1 +time=5 | grep -o "Query time: [0-9]*"`,
    );
    /** The command that lists the firewall's rules. Their map contains the delay of each address in milliseconds. */
    const rules = `${join(ROOT, "lab/internet")} nft list ruleset`;
    const look = async (...options: string[]) => {
      const script = [...asked, rules].join("; ");
      const { code, out } = await inLab("--services=dns", ...options, "bash", "-c", script);
      expect(code).toBe(0);
      return out;
    };
    const slow = await look("--rtt");
    const times = [...slow.matchAll(/Query time: (\d+)/g)].map((match) => Number(match[1]) / 1000);
    expect(times).toHaveLength(asked.length);
    for (const [i, [address, rtt]] of Object.entries(hosts).entries()) {
      expect(times[i]).toBeGreaterThanOrEqual(rtt);
      expect(slow).toContain(`${address} : 0x${rtt.toString(16).padStart(8, "0")}`);
    }
    expect(slow).toContain(" queue num ");
    expect(await look()).not.toContain(" queue num ");
  });

  test("has the same round trip to every host with --rtt=100, except to the operator's own resolver", async () => {
    const rules = `${join(ROOT, "lab/internet")} nft list ruleset`;
    const { code, out } = await inLab("--services=dns", "--rtt=100", "bash", "-c", rules);
    expect(code).toBe(0);
    const held = (ms: number) => ` : 0x${ms.toString(16).padStart(8, "0")}`;
    for (const address of ["9.9.9.9", "198.41.0.4", "2620:fe::fe"])
      expect(out).toContain(address + held(100));
    expect(out).toContain(OWN_RESOLVER + held(1));
  });

  test("delays the resolver's own queries too", async () => {
    const { code, out, err } = await inLab("--services=dns", "--rtt", "dig", "deep.signed.com");
    expect({ code, err }).toEqual({ code: 0, err: "" });
    // The resolver sends queries to the root, com, signed.com and deep.signed.com, and queries for their keys. The
    // delays add up.
    expect(Number(/Query time: (\d+)/.exec(out)?.[1])).toBeGreaterThan(100);
  });

  test("has no IPv6 on the product's side with --no-ipv6", async () => {
    const script =
      "ip -6 -o addr | wc -l; dig @2620:fe::fe . NS +tries=1 +time=1 | tail -1; dig +short example.com A";
    const { code, out } = await inLab("--services=dns", "--no-ipv6", "sh", "-c", script);
    expect(code).toBe(0);
    expect(out).toStartWith("0\n");
    expect(out).toContain("no servers could be reached");
    expect(out).toContain("93.184.215.14");
  });
});
