import { describe, expect, test } from "bun:test";
import { canBeUser, gone, inLab, marked, ROOT, startLab, surroundings, type Who } from "../support/nested.ts";

describe("lab/up", () => {
  test("runs a command in the product's namespace and returns its exit code", async () => {
    const { code, out } = await inLab(
      "--services=dns",
      "sh",
      "-c",
      "cat /etc/resolv.conf; dig +short example.com; exit 7",
    );
    expect(code).toBe(7);
    expect(out.split("\n").sort()).toEqual(["", "93.184.215.14", "93.184.215.15", "nameserver 9.9.9.9"]);
  });

  test("without a command gives a shell with a guide", async () => {
    const { code, err } = await startLab([], "root", { stdin: "dig +short signed.com; exit 3\n" }).ended;
    expect(code).toBe(3);
    expect(err).toContain("dig example.com MX");
  });

  test("starts the parts it is asked for", async () => {
    const names = "ps -e -o comm= | sort -u | tr '\\n' ' '";
    const { out } = await inLab("--services=rbl,mail", "sh", "-c", names);
    const servers = ["nsd", "knotd", "named", "unbound", "dnsdist", "rbldnsd", "nginx", "master", "dovecot"];
    const started = servers.filter((name) => out.split(" ").includes(name));
    expect(started).toEqual(["rbldnsd", "master", "dovecot"]);
  });

  test.each([
    [["--services=dsn"], 'there is no service "dsn": use dns,rbl,web,registry,mail'],
    [["--services", "dns,"], 'there is no service "": use dns,rbl,web,registry,mail'],
    [["--rttt"], "there is no option --rttt"],
    [["--help"], "lab/README.md"],
    [["--rtt=0"], "--rtt takes milliseconds from 1 to 2000"],
    [["--domains=65"], "--domains takes a number from 1 to 64"],
    [["--domains"], "--domains takes a number from 1 to 64"],
  ])("says what is wrong with %p", async (args, says) => {
    const { code, err } = await inLab(...args, "true");
    expect(code).toBe(2);
    expect(err).toContain(says);
    expect(err).toContain("usage: lab/up");
  });

  test("drops packets to port 25 with --no-smtp, and no other packets", async () => {
    const knock = (port: number) =>
      `timeout 1 bash -c '</dev/tcp/mxa.mailgun.org/${port}' && echo ${port} answers;`;
    const { out } = await inLab(
      "--services=dns,mail",
      "--no-smtp",
      "bash",
      "-c",
      `${knock(25)} ${knock(587)} true`,
    );
    expect(out).toBe("587 answers\n");
  });

  test("reports a missing command", async () => {
    const { code, err } = await inLab("--services=rbl", "no-such-command");
    expect(code).toBe(127);
    expect(err).toContain("no-such-command");
  });

  test("ends when one of its servers does, and says which", async () => {
    const { code, err } = await inLab("--services=dns", "sh", "-c", "pkill dnsdist; exec sleep infinity");
    expect(code).toBe(4);
    expect(err).toContain("dnsdist ended");
  });

  test("passes on what comes after -- as it is", async () => {
    const { code, out } = await inLab("--services", "rbl", "--", "echo", "--rtt");
    expect({ code, out }).toEqual({ code: 0, out: "--rtt\n" });
  });

  test("reaps orphaned processes", async () => {
    const script =
      "for i in $(seq 50); do (true &); done; while [ $(ps -e | wc -l) -gt 20 ]; do :; done; ps -e -o stat=";
    const { out } = await inLab("--services=rbl", "bash", "-c", script);
    expect(out).not.toContain("Z");
  });

  test("lab/enter opens a second shell in the lab", async () => {
    // Inside a lab, lab/enter finds only that lab.
    const enter = `env -u LAB_MADE "${ROOT}/lab/enter" sh -c 'dig +short signed.com; ls $LAB_MADE/root.key | wc -l'`;
    const { code, out } = await inLab("--services=dns", "sh", "-c", enter);
    expect({ code, out }).toEqual({ code: 0, out: "93.184.215.50\n1\n" });
  });

  test("Ctrl-C goes to the command", async () => {
    const script = "trap 'dig +short signed.com; exit 9' INT; echo up; while :; do sleep 1; done";
    const lab = startLab(["--services=dns", "bash", "-c", script]);
    await lab.running;
    lab.kill("SIGINT", "group");
    expect(await lab.ended).toEqual({ code: 9, out: "up\n93.184.215.50\n", err: "", files: [] });
  });

  test.each(["SIGTERM", "SIGHUP"] as const)("passes on %s, and ends with the command", async (signal) => {
    const script = `trap 'echo cleaned; exit 9' ${signal.slice(3)}; echo up; while :; do sleep 0.1; done`;
    const lab = startLab(["--services=rbl", "bash", "-c", script]);
    await lab.running;
    lab.kill(signal);
    expect(await lab.ended).toEqual({ code: 9, out: "up\ncleaned\n", err: "", files: [] });
    expect(marked(lab.mark)).toEqual([]);
  });
});

/** The users who start the lab. If the tests cannot become an ordinary user, they already run as one. */
const WHO: readonly { readonly who: Who }[] = canBeUser()
  ? [{ who: "root" }, { who: "user" }]
  : [{ who: "root" }];

describe.each([...WHO])("for $who", ({ who }) => {
  test("all parts of the lab start, delays included", async () => {
    const script = `id -u; dig +short signed.com; dig +short @5.10.0.53 2.0.0.127.zen.spamhaus.org
      openssl s_client -connect valid.certs.com:443 -verify_return_error </dev/null 2>&1 | grep -o "code: 0"`;
    const lab = startLab(["--rtt", "bash", "-c", script], who);
    expect(await lab.ended).toEqual({
      code: 0,
      out: "0\n93.184.215.50\n127.0.0.2\ncode: 0\n",
      err: "",
      files: [],
    });
  });

  test("two at once do not see each other, and leave nothing behind", async () => {
    const before = surroundings();
    const command = ["--services=dns", "sh", "-c", "dig +short example.com; ip -o link | wc -l"];
    const both = [startLab(command, who), startLab(command, who)];
    for (const { ended, mark } of both) {
      const { code, out, err, files } = await ended;
      expect({ code, err, files, lines: out.trim().split("\n").sort() }).toEqual({
        code: 0,
        err: "",
        files: [],
        lines: ["2", "93.184.215.14", "93.184.215.15"],
      });
      expect(marked(mark)).toEqual([]);
    }
    expect(surroundings()).toEqual(before);
  });

  test("after a killed run nothing is left", async () => {
    const before = surroundings();
    const lab = startLab(["--rtt", "sh", "-c", "echo up; exec sleep infinity"], who);
    await lab.running;
    expect(marked(lab.mark).length).toBeGreaterThan(15);
    lab.kill("SIGKILL");
    await gone(lab.mark);
    expect(surroundings()).toEqual(before);
    expect((await lab.ended).files).toEqual([]);
  });
});

test.each(canBeUser() ? (["stranger"] as const) : [])(
  "a %s gets a message about what is missing",
  async (who) => {
    const { code, out, err } = await startLab(["true"], who).ended;
    expect({ code, out }).toEqual({ code: 3, out: "" });
    expect(err).toContain("a range of at least 65536 ids for\nthe user in /etc/subuid");
  },
);

test("the product serves in it with nothing set", async () => {
  const script = `
    const command = [process.execPath, "${ROOT}/main.ts", "--target=all"];
    const product = Bun.spawn(command, { cwd: process.env.LAB_MADE, env: {}, stdout: "pipe" });
    let told = "";
    for await (const part of product.stdout) {
      told += Buffer.from(part).toString();
      if (told.includes('"listening"')) break;
    }
    console.log(await (await fetch("http://127.0.0.1:8080/api/v1/dns?domain=example.com")).text());
    product.kill();`;
  const { code, out } = await inLab("--services=dns", "bun", "-e", script);
  expect(code).toBe(0);
  expect(JSON.parse(out).data).toMatchObject({
    status: "answer",
    mode: "authoritative",
    zone: "example.com",
  });
});
