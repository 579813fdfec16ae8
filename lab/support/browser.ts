import { type Browser, chromium, type Page } from "playwright-core";

/** Maximum time in milliseconds for the browser to start on a busy machine. */
const START_MS = 120_000;

/** Timeout in milliseconds of a test with a browser: rendering is slow while other tests run. */
export const BROWSER_TEST_MS = 240_000;

/** Milliseconds to wait for something that a page shows or loads. */
const SHOW_MS = 60_000;

/** A headless Chromium. `await using` ends it with all of its processes. */
export type OpenBrowser = AsyncDisposable & {
  /** Opens a page with a separate profile, and records the errors of the page. */
  readonly open: (size?: Size, options?: PageOptions) => Promise<WatchedPage>;
};

/** Options for opening a page. */
export type PageOptions = {
  /** False to disable scripts. */
  readonly javaScriptEnabled?: boolean;
  /** Number of screenshot pixels per CSS pixel. */
  readonly deviceScaleFactor?: number;
};

/** A size in pixels. */
export type Size = { readonly width: number; readonly height: number };

/** A page, with its requests and errors since it was opened. */
export type WatchedPage = {
  readonly page: Page;
  /** URLs of all requests, including those that were blocked. */
  readonly requests: readonly string[];
  /**
   * Errors and warnings of the console (including those of the Content-Security-Policy), uncaught errors, and failed
   * requests.
   */
  readonly complaints: readonly string[];
};

/** Starts Debian's Chromium. @throws if it is not installed. */
export async function openBrowser(): Promise<OpenBrowser> {
  const executablePath = Bun.which("chromium");
  if (executablePath === null)
    throw new Error("this test needs Debian's chromium: lab/packages-all names it");
  const browser = await chromium.launch({
    executablePath,
    timeout: START_MS,
    // The lab's user is root, for whom Chromium has no sandbox. Names are not resolved, so Chromium's own background
    // requests are not sent.
    args: ["--no-sandbox", "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost"],
  });
  return {
    open: (size = { width: 1280, height: 900 }, options = {}) => openPage(browser, size, options),
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

/** Opens a page in a separate context, which shares nothing with other pages, not even a cache. */
async function openPage(browser: Browser, size: Size, options: PageOptions): Promise<WatchedPage> {
  const context = await browser.newContext({ viewport: size, ...options });
  context.setDefaultTimeout(SHOW_MS);
  const page = await context.newPage();
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  page.on("requestfailed", (request) => {
    const words = request.failure()?.errorText;
    // Requests that are cancelled because the test leaves the page are not errors.
    if (words !== "net::ERR_ABORTED") complaints.push(`${request.url()}: ${words}`);
  });
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) complaints.push(message.text());
  });
  return { page, requests, complaints };
}
