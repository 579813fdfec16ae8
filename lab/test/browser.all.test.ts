import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { BROWSER_TEST_MS, openBrowser } from "../support/browser.ts";

type Process = {
  readonly pid: number;
  readonly state: string;
  readonly parent: number;
  readonly group: number;
};

/** Returns the running processes (proc_pid_stat(5)), without zombies. */
function processes(): readonly Process[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, "utf8");
        const [state = "", parent, group] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
        return [{ pid: Number(name), state, parent: Number(parent), group: Number(group) }];
      } catch {
        return []; // The process exited meanwhile.
      }
    })
    .filter(({ state }) => state !== "Z");
}

test(
  "the browser leaves no process, and records a page's requests and errors",
  async () => {
    let group = 0;
    {
      using server = Bun.serve({
        hostname: "127.0.0.1",
        port: 0,
        fetch: (request) =>
          new URL(request.url).pathname === "/"
            ? new Response("<script src='/missing'></script><script>nobody.catches.this</script>", {
                headers: { "content-type": "text/html" },
              })
            : new Response(null, { status: 404 }),
      });
      await using browser = await openBrowser();
      group = processes().find(({ parent, group, pid }) => parent === process.pid && group === pid)?.pid ?? 0;
      expect(processes().filter((one) => one.group === group).length).toBeGreaterThan(2);
      const { page, requests, complaints } = await browser.open();
      await page.goto(server.url.href);
      expect(requests).toContain(new URL("/missing", server.url).href);
      expect(complaints.some((words) => words.includes("404"))).toBe(true);
      expect(complaints.some((words) => words.includes("nobody is not defined"))).toBe(true);
      const { page: elsewhere } = await browser.open();
      await expect(elsewhere.goto("http://example.com/")).rejects.toThrow("ERR_NAME_NOT_RESOLVED");
    }
    expect(group).toBeGreaterThan(0);
    expect(processes().filter((one) => one.group === group)).toEqual([]);
  },
  BROWSER_TEST_MS,
);
