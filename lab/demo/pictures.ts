import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type OpenBrowser, openBrowser, type Size } from "../support/browser.ts";

/** A picture of a page of bin/demo. */
type Picture = {
  readonly name: string;
  /** A path of DEMO_ADDRESSES. */
  readonly path: string;
  readonly size: Size;
  readonly colours: "light" | "dark";
  /** Heading of the section to show; if omitted, the report from its verdict on is shown. */
  readonly section?: string;
};

const DESK = { width: 1000, height: 960 };
const PHONE = { width: 390, height: 844 };
/** Pixels of the page around the part that is shown. */
const MARGIN = 20;
/** Pixels of the picture per pixel of the page. */
const SCALE = 1.5;
/** Quality of the WebP files, up to 100. */
const QUALITY = 70;
const ROOT = join(import.meta.dir, "../..");
const FOLDER = join(ROOT, "docs/pictures");

const PICTURES: readonly Picture[] = [
  {
    name: "mail-spf-eleven",
    path: "/mail/spf-eleven.policy.com",
    ...{ size: DESK, colours: "light", section: "Which terms use up the DNS lookups?" },
  },
  {
    name: "ssl-missing-intermediate",
    path: "/ssl/missing-with-aia.certs.com",
    ...{ size: DESK, colours: "light", section: "Which certificate is missing or expires first?" },
  },
  { name: "dns-expired-signature", path: "/dns/expired.com", size: DESK, colours: "dark" },
  {
    name: "scout-dangling",
    path: "/scout/dangling.com",
    ...{ size: DESK, colours: "light", section: "What depends on this name?" },
  },
  {
    name: "dnsbl-listed",
    path: "/dnsbl/listed.mailtest.com",
    ...{ size: DESK, colours: "dark", section: "Which lists have an entry, and does it matter?" },
  },
  {
    name: "propagation-stale",
    path: "/propagation/stale.com?country=de",
    ...{ size: DESK, colours: "light" },
  },
  { name: "mail-perfect-phone", path: "/mail/perfect.com", size: PHONE, colours: "light" },
  { name: "dns-lame-phone", path: "/dns/lame.com", size: PHONE, colours: "dark" },
];

/** Starts bin/demo and takes its pictures. */
async function main(): Promise<number> {
  const demo = Bun.spawn([join(ROOT, "bin/demo"), "--port=0"], { stdout: "pipe", stderr: "inherit" });
  try {
    const url = await urlOf(demo.stdout);
    if (url === null) return await demo.exited;
    mkdirSync(FOLDER, { recursive: true });
    await using browser = await openBrowser();
    for (const picture of PICTURES) {
      const bytes = await take(browser, picture, url);
      writeFileSync(join(FOLDER, `${picture.name}.webp`), bytes);
      console.log(`${picture.name}.webp ${bytes.length} bytes`);
    }
  } finally {
    demo.kill("SIGTERM");
  }
  return demo.exited;
}

/** Returns the demo's URL; null if the demo ends before it prints the URL. */
async function urlOf(stdout: ReadableStream<Uint8Array>): Promise<string | null> {
  let text = "";
  for await (const bytes of stdout) {
    text += Buffer.from(bytes).toString();
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(text);
    if (url !== null) return url[0];
  }
  return null;
}

async function take(browser: OpenBrowser, picture: Picture, url: string): Promise<Buffer> {
  const { path, size, colours, section } = picture;
  const { page } = await browser.open(size, { deviceScaleFactor: SCALE });
  await page.emulateMedia({ colorScheme: colours, reducedMotion: "reduce" });
  await page.goto(`${url}${path}`, { waitUntil: "load" });
  await page.locator("article.report").waitFor();
  const sections = page.locator("details.section", section === undefined ? {} : { hasText: section });
  const shown = section === undefined ? page.locator("article.report") : sections.first();
  const box = await shown.boundingBox();
  if (box === null) throw new Error(`${path} does not show ${section ?? "a report"}`);
  // Playwright itself can only create PNG and JPEG files.
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send("Page.captureScreenshot", {
    format: "webp",
    quality: QUALITY,
    captureBeyondViewport: true,
    clip: {
      x: Math.max(0, box.x - MARGIN),
      y: box.y - MARGIN,
      width: Math.min(size.width, box.width + 2 * MARGIN),
      // There is no margin at the bottom, where the next element begins.
      height: Math.min(size.height, box.height + MARGIN),
      scale: 1,
    },
  });
  await page.context().close();
  return Buffer.from(data, "base64");
}

process.exit(await main());
