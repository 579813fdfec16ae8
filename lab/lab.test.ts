import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { dig } from "./dig.ts";
import { addressOf, ZONE } from "./plan/plan.ts";

const ROOT = join(import.meta.dir, "..");
const UP = join(ROOT, "lab/up");

/** A lab of its own, inside the lab that the tests run in. Every process in it can be told by its mark. */
type Lab = {
  readonly mark: string;
  readonly kill: (signal: NodeJS.Signals) => void;
  /** Resolves when the command has written a first line. */
  readonly running: Promise<string>;
  readonly ended: Promise<{ readonly code: number | null; readonly out: string; readonly err: string }>;
};

function start(args: readonly string[], stdin = ""): Lab {
  const mark = crypto.randomUUID();
  const child = Bun.spawn([UP, ...args], {
    env: { PATH: process.env["PATH"] ?? "", HOME: "/", LAB_TEST_MARK: mark },
    stdin: new Blob([stdin]),
    stdout: "pipe",
    stderr: "pipe",
  });
  const running = Promise.withResolvers<string>();
  const read = async () => {
    let text = "";
    for await (const bytes of child.stdout) {
      text += new TextDecoder().decode(bytes);
      if (text.includes("\n")) running.resolve(text.split("\n")[0] ?? "");
    }
    return text;
  };
  return {
    mark,
    kill: (signal) => child.kill(signal),
    running: running.promise,
    ended: Promise.all([read(), child.stderr.text(), child.exited]).then(([out, err, code]) => ({
      code,
      out,
      err,
    })),
  };
}

const lab = (...args: string[]) => start(args).ended;

/** The command lines of processes that have a mark in their environment. */
function marked(mark: string): string[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        const environment = readFileSync(`/proc/${pid}/environ`, "utf8");
        return environment.includes(mark)
          ? [readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ")]
          : [];
      } catch {
        // It ended between the two looks.
        return [];
      }
    });
}

/** Resolves when nothing with a mark is left. The test's own time limit ends a wait in vain. */
async function gone(mark: string): Promise<void> {
  while (marked(mark).length > 0) await new Promise(setImmediate);
}

/** What a lab could leave behind in this namespace. */
function surroundings() {
  return {
    mounts: readFileSync("/proc/self/mountinfo", "utf8"),
    interfaces: readdirSync("/sys/class/net").sort(),
    folders: ["/media", "/mnt", "/srv", "/tmp"].map((folder) =>
      readdirSync(folder).filter((name) => /lab|made|nsd|resolv/.test(name)),
    ),
  };
}

test("it is ready in less than a second once keys are made", () => {
  // Of the lab this test runs in, which came up on a machine at rest.
  expect(Number(process.env["LAB_READY_MS"])).toBeGreaterThan(0);
  expect(Number(process.env["LAB_READY_MS"])).toBeLessThan(1000);
});

describe("lab/up", () => {
  test("runs a command in the product's namespace and returns its exit code", async () => {
    const { code, out } = await lab(
      "--services=dns",
      "sh",
      "-c",
      "cat /etc/resolv.conf; dig +short example.com; exit 7",
    );
    expect(code).toBe(7);
    expect(out.split("\n").sort()).toEqual(["", "93.184.215.14", "93.184.215.15", "nameserver 9.9.9.9"]);
  });

  test("alone gives a shell with a guide", async () => {
    const { code, err } = await start([], "dig +short signed.com; exit 3\n").ended;
    expect(code).toBe(3);
    expect(err).toContain("dig example.com MX");
  });

  test("starts the parts it is asked for", async () => {
    const names = "ps -e -o comm= | sort -u | tr '\\n' ' '";
    const { out } = await lab("--services=rbl,web", "sh", "-c", names);
    const servers = ["nsd", "knotd", "unbound", "dnsdist", "rbldnsd", "nginx"];
    expect(servers.filter((name) => out.split(" ").includes(name))).toEqual(["rbldnsd", "nginx"]);
  });

  test.each([
    [["--services=dsn"], "there is no service dsn: use dns,rbl,web"],
    [["--rttt"], "Unknown option '--rttt'"],
    [["--services"], "argument missing"],
  ])("says what is wrong with %p", async (args, says) => {
    const { code, err } = await lab(...args, "true");
    expect(code).toBe(2);
    expect(err).toContain(says);
    expect(err).toContain("usage: lab/up");
  });

  test("says so when a command is not there", async () => {
    const { code, err } = await lab("--services=rbl", "no-such-command");
    expect(code).toBe(127);
    expect(err).toContain("no-such-command");
  });

  test("ends when one of its servers does, and says which", async () => {
    const { code, err } = await lab("--services=dns", "sh", "-c", "pkill -f nsd-leaf; exec sleep infinity");
    expect(code).toBe(4);
    expect(err).toContain("nsd-leaf ended");
  });

  test("two at once do not see each other, and leave nothing behind", async () => {
    const before = surroundings();
    const command = "dig +short example.com; ip -o link | wc -l";
    const both = [
      start(["--services=dns", "sh", "-c", command]),
      start(["--services=dns", "sh", "-c", command]),
    ];
    for (const { ended, mark } of both) {
      const { code, out, err } = await ended;
      expect({ code, err, lines: out.trim().split("\n").sort() }).toEqual({
        code: 0,
        err: "",
        lines: ["2", "93.184.215.14", "93.184.215.15"],
      });
      expect(marked(mark)).toEqual([]);
    }
    expect(surroundings()).toEqual(before);
  });

  test.each(["SIGKILL", "SIGTERM", "SIGHUP"] as const)("after %s nothing is left", async (signal) => {
    const before = surroundings();
    const running = start(["sh", "-c", "echo up; exec sleep infinity"]);
    expect(await running.running).toBe("up");
    expect(marked(running.mark).length).toBeGreaterThan(10);
    running.kill(signal);
    await gone(running.mark);
    expect(surroundings()).toEqual(before);
  });
});

test("the product serves in it with nothing set", async () => {
  const script = `
    const product = Bun.spawn([process.execPath, "main.ts", "--target=all"], { cwd: "${ROOT}", env: {}, stdout: "pipe" });
    await product.stdout.getReader().read();
    console.log(await (await fetch("http://127.0.0.1:8080/api/v1/dns?domain=example.com")).text());
    product.kill();`;
  const { code, out } = await lab("--services=dns", "bun", "-e", script);
  expect(code).toBe(0);
  expect(JSON.parse(out).data).toMatchObject({
    status: "answer",
    mode: "authoritative",
    zone: "example.com",
  });
});

describe("what escapes is counted", () => {
  const tcp = (address: string, port: number) => `timeout 0.3 bash -c 'exec 3<>/dev/tcp/${address}/${port}'`;
  const escapes = async (...commands: string[]) => {
    const { code, err } = await lab("--services=web", "bash", "-c", `${commands.join("; ")}; true`);
    return { code, err };
  };

  test("packets to addresses that are not public, and the run fails", async () => {
    const { code, err } = await escapes(
      ...["10.0.0.5", "172.31.255.255", "100.64.0.1", "198.18.0.1"].map((address) => tcp(address, 80)),
      ...["fd00::5", "2001:db8::1", "64:ff9b::a00:5"].map((address) => tcp(address, 80)),
      "echo > /dev/udp/192.168.1.9/53",
    );
    expect(code).toBe(5);
    expect(err).toContain("8 packets left for addresses that are not public, 0 knocks");
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
    expect(err).toContain("0 packets left for addresses that are not public, 8 knocks");
    for (const knock of ["tcp 169.254.169.254 port 80", "tcp 127.0.0.1 port 25", "udp 127.0.0.1 port 53"])
      expect(err).toContain(knock);
  });

  test("a tool that asks private servers is caught", async () => {
    const { code, out, err } = await lab(
      "--services=dns",
      "perl",
      join(ROOT, "lab/zonemaster.pl"),
      "private.com",
    );
    expect(out.trim()).toBe(
      `private.com ${[...(ZONE.get("private.com")?.zonemaster ?? [])].sort().join(" ")}`,
    );
    expect(code).toBe(5);
    expect(err).toContain("tcp 10.0.0.1 port 53");
  });

  test("a command's own failure is not hidden by it", async () => {
    const { code } = await lab("--services=web", "bash", "-c", `${tcp("10.0.0.5", 80)}; exit 9`);
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
    for (const family of ["-4", "-6"]) {
      const { stdout } = Bun.spawnSync([
        ...internet,
        "ip",
        family,
        "route",
        "get",
        family === "-4" ? "5.200.0.1" : "2a00::1",
      ]);
      // A blackhole: the kernel has no way to give.
      expect(stdout.toString()).toBe("");
    }
  });

  /** How a TCP connection fails, or null while it does not. */
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

  test("closed ports, dead hosts, networks that cannot be reached and addresses nobody has", async () => {
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
    // Ten at a time: each loss costs a second.
    const batches = Array.from({ length: 30 }, (_, i) => dig(asked.slice(10 * i, 10 * i + 10)));
    const lost = (await Promise.all(batches)).flat().filter((answer) => answer === null).length;
    expect(lost / asked.length).toBeGreaterThan(0.2);
    expect(lost / asked.length).toBeLessThan(0.4);
  });

  test("has the plan's round trips with --rtt, and none without", async () => {
    const hosts = { "8.8.8.8": 6, "9.9.9.9": 9, "198.41.0.4": 15, "114.114.114.114": 219, "2620:fe::fe": 9 };
    const asked = Object.keys(hosts).map(
      (address) => `dig @${address} . NS +tries=1 +time=5 | grep -o "Query time: [0-9]*"`,
    );
    /** The shortest of some tries at each: the machine may be busy, and the first finds caches cold. */
    const shortest = async (...options: string[]) => {
      const script = `for i in 1 2 3 4 5 6; do ${asked.join("; ")}; done`;
      const { out } = await lab("--services=dns", ...options, "bash", "-c", script);
      const times = [...out.matchAll(/Query time: (\d+)/g)].map((match) => Number(match[1]));
      return asked.map((_, at) => Math.min(...times.filter((_, i) => i % asked.length === at)));
    };
    const [slow, fast] = [await shortest("--rtt"), await shortest()];
    for (const [i, rtt] of Object.values(hosts).entries()) {
      // dig's clock ticks every 4 ms.
      expect(slow[i]).toBeGreaterThanOrEqual(rtt - 4);
      expect(slow[i]).toBeLessThan(rtt + 20);
      expect(fast[i]).toBeLessThanOrEqual(8);
    }
  });

  test("delays the resolver's own questions too", async () => {
    const { out } = await lab("--services=dns", "--rtt", "dig", "deep.signed.com");
    // To the root, to com, to signed.com and deep.signed.com, with keys on the way.
    expect(Number(/Query time: (\d+)/.exec(out)?.[1])).toBeGreaterThan(100);
  });

  test("has no IPv6 on the product's side with --no-ipv6", async () => {
    const script =
      "ip -6 -o addr | wc -l; dig @2620:fe::fe . NS +tries=1 +time=1 | tail -1; dig +short example.com A";
    const { code, out } = await lab("--services=dns", "--no-ipv6", "sh", "-c", script);
    expect(code).toBe(0);
    expect(out).toStartWith("0\n");
    expect(out).toContain("no servers could be reached");
    expect(out).toContain("93.184.215.14");
  });
});

test("an ordinary user with a range of ids brings it up too", async () => {
  const [line = ""] = readFileSync("/proc/self/uid_map", "utf8").trim().split("\n");
  if (line.split(/\s+/).filter(Boolean).join(" ") !== "0 0 4294967295") {
    // This run is an ordinary user's: all these tests ran in its lab.
    expect(readFileSync("/proc/self/uid_map", "utf8").trim().split("\n").length).toBeGreaterThan(1);
    return;
  }
  // A user who exists in this mount namespace alone, with the checkout where anybody may look.
  const script = `set -e
add() { cp "$1" "$2"; echo "$3" >> "$2"; mount --bind "$2" "$1"; }
folder=/srv
mount -t tmpfs tmpfs "$folder"
touch /etc/subuid /etc/subgid
add /etc/passwd "$folder/passwd" "labtest:x:4242:4242::/:/bin/sh"
add /etc/subuid "$folder/subuid" "labtest:200000:65536"
add /etc/subgid "$folder/subgid" "labtest:200000:65536"
mount --bind "${ROOT}" /mnt
chmod 755 "$folder"
cd /mnt
exec setpriv --reuid=4242 --regid=4242 --clear-groups --reset-env env PATH="$PATH" HOME=/ \\
  lab/up sh -c 'id -u; cat /proc/self/uid_map; dig +short signed.com; dig +short @5.10.0.53 2.0.0.127.zen.spamhaus.org; true'
`;
  const child = Bun.spawn(["unshare", "--mount", "bash", "-c", script], { stdout: "pipe", stderr: "pipe" });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  const user = ["setpriv", "--reuid=4242", "--regid=4242", "--clear-groups", "unshare", "--user", "true"];
  if (!Bun.spawnSync(user).success) {
    // This machine allows nobody but root.
    expect({ code, err }).toEqual({
      code: 3,
      err: expect.stringContaining("namespaces are not allowed here"),
    });
    return;
  }
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out.replace(/ +/g, " ")).toContain(" 0 4242 1\n 1 200000 65535\n");
  expect(out).toContain("93.184.215.50");
  expect(out).toContain("127.0.0.2");
});
