import { expect, test } from "bun:test";
import { FIX, FIX_CASES, FIX_MX, FIX_WEB, REPORTS, SIGNED_FIX } from "../plan/fix.ts";
import { LAGGARD, OWN_RESOLVER, RESOLVER } from "../plan/hosts.ts";
import { addressOf } from "../plan/plan.ts";
import { dig } from "../support/dig.ts";
import { publish, publishFile, removeFile } from "../support/publish.ts";

const ca = Bun.file(`${process.env["LAB_MADE"]}/tls/ca.pem`);

/**
 * Queries the two resolvers and a server of the zone.
 * @returns their common answer; fails if the three answers differ
 */
async function ask(name: string, type: string): Promise<readonly string[]> {
  const answers = await dig(
    [RESOLVER, OWN_RESOLVER, addressOf("ns2.knotdns.net")].map((at) => `@${at} ${name} ${type}`),
  );
  const [first = [], ...others] = answers.map((one) => [
    one?.status ?? "nothing",
    ...(one?.answer ?? []).map((line) => line.split(" ").slice(4).join(" ")).sort(),
  ]);
  for (const other of others) expect(other).toEqual(first);
  return first;
}

test("a record is there as soon as it is published, and gone when it is removed", async () => {
  const name = `_dmarc.publish.${FIX}`;
  const none = { name, type: "TXT", value: "v=DMARC1; p=none" };
  const reject = { name, type: "TXT", value: 'v=DMARC1; p=reject; "quoted\\"' };
  expect(await ask(name, "TXT")).toEqual(["NXDOMAIN"]);
  await publish({ add: [none] });
  expect(await ask(name, "TXT")).toEqual(["NOERROR", '"v=DMARC1; p=none"']);
  await publish({ add: [reject], remove: [none] });
  expect(await ask(name, "TXT")).toEqual(["NOERROR", String.raw`"v=DMARC1; p=reject; \"quoted\\\""`]);
  await publish({ remove: [reject] });
  expect(await ask(name, "TXT")).toEqual(["NXDOMAIN"]);
});

test("long texts, other types, and both zones in one change", async () => {
  const domain = `publish-types.${FIX}`;
  const long = { name: domain, type: "TXT", value: `v=spf1 ${"ip4:5.43.0.1 ".repeat(3000)}-all` };
  const mx = { name: domain, type: "MX", value: `10 ${FIX_MX}` };
  const report = { name: `${domain}._report._dmarc.${REPORTS}`, type: "TXT", value: "v=DMARC1" };
  const tlsa = { name: `_25._tcp.${domain}`, type: "TLSA", value: `3 1 1 ${"AB".repeat(32)}` };
  const all = [long, mx, report, tlsa];
  await publish({ add: all });
  expect(await ask(domain, "MX")).toEqual(["NOERROR", `10 ${FIX_MX}.`]);
  expect((await ask(domain, "TXT"))[1]?.replaceAll('" "', "")).toBe(`"${long.value}"`);
  expect(await ask(report.name, "TXT")).toEqual(["NOERROR", '"v=DMARC1"']);
  expect(await ask(tlsa.name, "TLSA")).toEqual(["NOERROR", tlsa.value]);
  await publish({ remove: all });
  for (const { name, type } of all) expect(await ask(name, type)).toEqual(["NXDOMAIN"]);
});

test("what is published in a signed zone is signed", async () => {
  const record = {
    name: `_smtp._tls.publish.${SIGNED_FIX}`,
    type: "TXT",
    value: "v=TLSRPTv1; rua=mailto:a@b.com",
  };
  const ad = async () => {
    const [dug] = await dig([`@${RESOLVER} ${record.name} TXT`]);
    return { status: dug?.status, answers: dug?.answer.length, ad: dug?.flags.includes("ad") };
  };
  expect(await ad()).toEqual({ status: "NXDOMAIN", answers: 0, ad: true });
  await publish({ add: [record] });
  expect(await ad()).toEqual({ status: "NOERROR", answers: 1, ad: true });
  await publish({ remove: [record] });
  expect(await ad()).toEqual({ status: "NXDOMAIN", answers: 0, ad: true });
});

test("the laggard keeps its cached records, whatever is published", async () => {
  const name = `laggard.${FIX}`;
  const old = { name, type: "A", value: "5.43.0.200" };
  const changed = { ...old, value: "5.43.0.201" };
  const laggard = async () => {
    const [dug] = await dig([`@${LAGGARD} ${name} A`]);
    return dug?.answer.map((line) => line.split(" ").at(-1));
  };
  await publish({ add: [old] });
  expect(await laggard()).toEqual([old.value]);
  await publish({ add: [changed], remove: [old] });
  expect(await ask(name, "A")).toEqual(["NOERROR", changed.value]);
  expect(await laggard()).toEqual([old.value]);
  await publish({ remove: [changed] });
});

test("what cannot be published is an error", async () => {
  const record = (name: string) => ({ name, type: "TXT", value: "x" });
  await expect(publish({ add: [record("policy.com")] })).rejects.toThrow("in no zone that tests may change");
  await expect(publish({ remove: [record(`nothing.${FIX}`)] })).rejects.toThrow("to remove");
});

test("a file is served as soon as it is published, with a certificate for its name", async () => {
  const host = `mta-sts.c${FIX_CASES}.${FIX}`;
  const url = `https://${host}/.well-known/mta-sts.txt`;
  const address = { name: host, type: "A", value: addressOf(FIX_WEB) };
  await publish({ add: [address] });
  const get = async () => {
    const response = await fetch(url, { redirect: "manual", tls: { ca } });
    return [response.status, response.headers.get("content-type"), await response.text()];
  };
  expect((await get())[0]).toBe(404);
  publishFile(url, "version: STSv1\n");
  expect(await get()).toEqual([200, "text/plain", "version: STSv1\n"]);
  publishFile(url, "<p>", "as html");
  expect(await get()).toEqual([200, "text/html", "<p>"]);
  publishFile(url, "", "moved");
  expect((await get())[0]).toBe(301);
  publishFile(url, "version: STSv2\n");
  expect(await get()).toEqual([200, "text/plain", "version: STSv2\n"]);
  removeFile(url);
  expect((await get())[0]).toBe(404);
  await publish({ remove: [address] });
});
