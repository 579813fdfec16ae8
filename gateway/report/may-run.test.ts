import { expect, test } from "bun:test";
import { chooseForm } from "./choose-form.ts";
import { mayRun, wantsFresh } from "./may-run.ts";

const CHROMIUM =
  "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8";
const IMAGE = "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8";
const fetched = (mode: string, dest: string, site = "cross-site") => ({
  "sec-fetch-mode": mode,
  "sec-fetch-dest": dest,
  "sec-fetch-site": site,
});

type Sent = Readonly<Record<string, string>>;

/** Requests of real browsers and programs (2026-11-23, from the Fetch Standard, their documentation and their sources). */
const REQUESTS: readonly [who: string, runs: boolean, headers: Sent, method?: string][] = [
  ["a link in a page", true, { accept: CHROMIUM, ...fetched("navigate", "document") }],
  ["an address that was typed", true, { accept: CHROMIUM, ...fetched("navigate", "document", "none") }],
  [
    "the page's button",
    true,
    { accept: CHROMIUM, ...fetched("navigate", "document", "same-origin") },
    "POST",
  ],
  ["a form of another page", false, { accept: CHROMIUM, ...fetched("navigate", "document") }, "POST"],
  [
    "a form of a page beside",
    false,
    { accept: CHROMIUM, ...fetched("navigate", "document", "same-site") },
    "POST",
  ],
  ["a script of our own page", true, { accept: "text/html", ...fetched("cors", "empty", "same-origin") }],
  ["the same by POST", true, { accept: "text/html", ...fetched("cors", "empty", "same-origin") }, "POST"],
  ["a script of another page", false, { accept: "text/html", ...fetched("cors", "empty") }],
  ["a script of a page beside", false, { accept: "text/html", ...fetched("cors", "empty", "same-site") }],
  ["the same for JSON", true, { accept: "application/json", ...fetched("cors", "empty") }],
  ["a script that cannot read it", false, { accept: "*/*", ...fetched("no-cors", "empty") }],
  ["the same by POST", false, { accept: "*/*", ...fetched("no-cors", "empty") }, "POST"],
  ["a form in a frame", false, { accept: CHROMIUM, ...fetched("navigate", "iframe") }, "POST"],
  ...["iframe", "frame", "embed", "object"].map((dest): [string, boolean, Sent] => [
    dest,
    false,
    { accept: CHROMIUM, ...fetched("navigate", dest) },
  ]),
  ["an image", false, { accept: IMAGE, ...fetched("no-cors", "image") }],
  ["an image with CORS", false, { accept: IMAGE, ...fetched("cors", "image") }],
  ...["script", "style", "audio", "video", "font", "track", "manifest", "worker", "report"].map(
    (dest): [string, boolean, Sent] => [dest, false, { accept: "*/*", ...fetched("no-cors", dest) }],
  ),
  ["prefetch", false, { accept: CHROMIUM, ...fetched("navigate", "document"), "sec-purpose": "prefetch" }],
  ["prerender", false, { ...fetched("navigate", "document"), "sec-purpose": "prefetch;prerender" }],
  ["prefetch of old browsers", false, { accept: CHROMIUM, "x-moz": "prefetch" }],
  ["prefetch of older ones", false, { accept: "*/*", purpose: "prefetch" }],
  ["preview of Safari", false, { accept: CHROMIUM, "x-purpose": "preview" }],
  [
    "a browser without Sec-Fetch",
    false,
    { accept: CHROMIUM, "user-agent": "Mozilla/5.0 (Macintosh) Safari" },
  ],
  ["its image", false, { accept: IMAGE, "user-agent": "Mozilla/5.0 (Macintosh) Safari" }],
  ["its script", false, { accept: "*/*", "user-agent": "Mozilla/5.0 (Macintosh) Safari" }],
  [
    "PowerShell",
    true,
    { "user-agent": "Mozilla/5.0 (Windows NT; Windows NT 10.0; en-US) WindowsPowerShell/5.1.19041.1" },
  ],
  ["its button", true, { accept: CHROMIUM, "user-agent": "Mozilla/5.0 (Macintosh) Safari" }, "POST"],
  ["lynx", false, { accept: "text/html, text/plain, */*;q=0.01", "user-agent": "Lynx/2.9.0" }],
  ["curl", true, { accept: "*/*", "user-agent": "curl/8.14.1" }],
  ["wget", true, { accept: "*/*", "user-agent": "Wget/1.25.0" }],
  ["python-requests", true, { accept: "*/*", "user-agent": "python-requests/2.32.3" }],
  ["Go", true, { "user-agent": "Go-http-client/1.1" }],
  ["a program without a name", true, {}],
  [
    "an assistant",
    true,
    { accept: "text/markdown, text/html, */*", "user-agent": "Claude-User/1.0 (+https://x)" },
  ],
  ["a monitor that names its form", true, { accept: "application/json", "user-agent": "UptimeRobot/2.0" }],
  ["events", true, { accept: "text/event-stream" }],
  ["events again", false, { accept: "text/event-stream", "last-event-id": "7" }],
  [
    "the same of a browser",
    false,
    { accept: "text/event-stream", "last-event-id": "7", ...fetched("cors", "empty") },
  ],
  [
    "Slack",
    false,
    { accept: "*/*", "user-agent": "Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)" },
  ],
  [
    "Slack for images",
    false,
    { accept: "*/*", "user-agent": "Slack-ImgProxy (+https://api.slack.com/robots)" },
  ],
  [
    "Facebook",
    false,
    {
      accept: "*/*",
      "user-agent": "facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)",
    },
  ],
  ["Twitter", false, { accept: "*/*", "user-agent": "Twitterbot/1.0" }],
  [
    "Discord",
    false,
    { accept: "*/*", "user-agent": "Mozilla/5.0 (compatible; Discordbot/2.0; +https://discordapp.com)" },
  ],
  ["Telegram", false, { accept: "*/*", "user-agent": "TelegramBot (like TwitterBot)" }],
  ["WhatsApp", false, { accept: "*/*", "user-agent": "WhatsApp/2.23.20.0" }],
  [
    "LinkedIn",
    false,
    { accept: "*/*", "user-agent": "LinkedInBot/1.0 (compatible; Mozilla/5.0; +http://www.linkedin.com)" },
  ],
  [
    "Teams",
    false,
    { accept: "*/*", "user-agent": "Mozilla/5.0 (Windows NT 6.1) SkypeUriPreview Preview/0.5" },
  ],
  [
    "Mastodon",
    false,
    { accept: "text/html", "user-agent": "http.rb/5.1.1 (Mastodon/4.3.0; +https://mastodon.social/) Bot" },
  ],
  [
    "Google",
    false,
    {
      accept: CHROMIUM,
      "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
    },
  ],
];

test.each(REQUESTS)("%s: %p", (_who, runs, sent, method = "GET") => {
  const headers = new Headers(sent);
  expect(mayRun({ method, headers }, chooseForm(null, headers.get("accept")))).toBe(runs);
});

test("a robot only starts a run if it names a format, such as by a link", () => {
  const headers = new Headers({ accept: "*/*", "user-agent": "Slackbot 1.0" });
  for (const [format, runs] of [
    [null, false],
    ["html", false],
    ["json", true],
    ["text", true],
  ] as const)
    expect([format, mayRun({ method: "GET", headers }, chooseForm(format, "*/*"))]).toEqual([format, runs]);
});

test.each<readonly [fresh: boolean, headers: Sent, method: string]>([
  [false, {}, "GET"],
  [true, {}, "POST"],
  [true, { "cache-control": "max-age=0" }, "GET"],
  [true, { "cache-control": "no-cache" }, "GET"],
  [true, { "cache-control": "No-Cache, no-transform" }, "GET"],
  [true, { pragma: "no-cache" }, "GET"],
  [false, { "cache-control": "max-age=60" }, "GET"],
  [false, { "cache-control": "max-age=01" }, "GET"],
  [false, { "cache-control": "only-if-cached" }, "GET"],
])("a fresh run is wanted: %p with %p by %s", (fresh, headers, method) => {
  expect(wantsFresh({ method, headers: new Headers(headers) })).toBe(fresh);
});
