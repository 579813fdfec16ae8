import { type Browser, chromium, type Page } from "playwright-core";

/** Milliseconds that a busy machine may take to start it. */
const START_MS = 120_000;

/** Milliseconds for a test with a browser: drawing takes long beside other tests. */
export const BROWSER_TEST_MS = 240_000;

/** Milliseconds to wait for what a page shows or loads. */
const SHOW_MS = 60_000;

/** A headless Chromium. `await using` ends it with all of its processes. */
export type OpenBrowser = AsyncDisposable & {
  /** A page with a profile of its own, and what goes wrong in it. */
  readonly open: (size?: Size, options?: PageOptions) => Promise<WatchedPage>;
};

/** How a page is opened. */
export type PageOptions = {
  /** False: no script runs in it. */
  readonly javaScriptEnabled?: boolean;
  /** Pixels of a picture for each of the page. */
  readonly deviceScaleFactor?: number;
};

/** Pixels. */
export type Size = { readonly width: number; readonly height: number };

/** A page, with all that it asked for and complained of since it was opened. */
export type WatchedPage = {
  readonly page: Page;
  /** URLs of all requests, those that were stopped too. */
  readonly requests: readonly string[];
  /** Errors and warnings of the console (those of the Content-Security-Policy too), errors nobody caught, requests that failed. */
  readonly complaints: readonly string[];
};

/** Starts Debian's Chromium. */
export async function openBrowser(): Promise<OpenBrowser> {
  const executablePath = Bun.which("chromium");
  if (executablePath === null)
    throw new Error("this test needs Debian's chromium: lab/packages-all names it");
  const browser = await chromium.launch({
    executablePath,
    timeout: START_MS,
    // The lab's user is root, for whom Chromium has no sandbox; names are looked up nowhere, so that it asks nobody by itself.
    args: ["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"],
  });
  return {
    open: (size = { width: 1280, height: 900 }, options = {}) => openPage(browser, size, options),
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

/** A page in a context of its own: nothing is shared with others, such as a cache. */
async function openPage(browser: Browser, size: Size, options: PageOptions): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: size, ...options });
  context.setDefaultTimeout(SHOW_MS);
  const page = await context.newPage();
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  page.on("requestfailed", (request) => {
    const words = request.failure()?.errorText;
    // Leaving a page cuts off what it still loads.
    if (words !== "net::ERR_ABORTED") complaints.push(`${request.url()}: ${words}`);
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  return { page, requests, complaints };
}
