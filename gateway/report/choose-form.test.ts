import { expect, test } from "bun:test";
import { chooseForm, FORMS, type Form } from "./choose-form.ts";

const CHROMIUM =
  "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7";
const FIREFOX = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";

/** Accept headers of real clients (2026-11-23, from their sources and documentation) and malformed Accept headers. */
const ACCEPTS: readonly [client: string, accept: string | null, form: Form][] = [
  ["Chromium", CHROMIUM, "html"],
  ["Firefox", FIREFOX, "html"],
  [
    "Firefox before 132",
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/png,image/svg+xml,*/*;q=0.8",
    "html",
  ],
  ["Safari", FIREFOX, "html"],
  ["lynx", "text/html, text/plain, text/sgml, text/css, */*;q=0.01", "html"],
  ["w3m", "text/html, text/*;q=0.5, image/*, application/*", "html"],
  [
    "Googlebot",
    "text/html,application/xhtml+xml,application/signed-exchange;v=b3,application/xml;q=0.9,*/*;q=0.8",
    "html",
  ],
  ["curl", "*/*", "text"],
  ["wget", "*/*", "text"],
  ["python-requests", "*/*", "text"],
  ["HTTPie", "*/*", "text"],
  ["HTTPie --json", "application/json, */*;q=0.5", "json"],
  ["Slackbot-LinkExpanding", "*/*", "text"],
  ["fetch", "*/*", "text"],
  ["axios", "application/json, text/plain, */*", "json"],
  ["jQuery for JSON", "application/json, text/javascript, */*; q=0.01", "json"],
  ["Java's HttpURLConnection", "text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2", "html"],
  ["Go, which sends none", null, "text"],
  ["EventSource", "text/event-stream", "events"],
  ["an image in a page", "image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8", "text"],
  ["an assistant that reads Markdown", "text/markdown, text/html, */*", "markdown"],
  ["Markdown alone", "text/markdown", "markdown"],
  ["Markdown with a variant (RFC 7763)", "text/markdown;charset=UTF-8; variant=GFM", "markdown"],
  ["JSON alone", "application/json", "json"],
  ["problems too", "application/problem+json, application/json;q=0.9", "json"],
  ["capitals", "APPLICATION/JSON", "json"],
  ["a range of texts", "text/*", "text"],
  ["a range of applications", "application/*", "json"],
  ["a text before a range", "text/*;q=0.9, application/json;q=0.8", "text"],
  ["the more exact of equals", "text/*, application/json", "json"],
  ["the exact weight against a range", "text/html;q=0.1, text/*;q=0.9, */*;q=0.5", "text"],
  ["text refused", "text/plain;q=0, */*", "markdown"],
  ["all refused", "*/*;q=0", "text"],
  ["all refused but JSON", "*/*;q=0, application/json;q=0.1", "json"],
  ["JSON refused", "application/json;q=0", "text"],
  ["JSON refused in thousandths", "application/json;q=0.000, text/markdown;q=0.001", "markdown"],
  ["an invalid weight", "application/json;q=high, text/markdown;q=0.1", "markdown"],
  ["a weight above 1", "application/json;q=2, text/markdown;q=0.1", "markdown"],
  ["a weight below 0", "application/json;q=-1, text/markdown;q=0.1", "markdown"],
  ["the same twice", "application/json;q=0.1, text/html;q=0.5, application/json;q=0.9", "json"],
  ["only a picture", "image/png", "text"],
  ["nothing", "", "text"],
  ["commas", ",,, ,", "text"],
  ["garbage", "\u0000;;=,/,*,q=1", "text"],
  ["a name of Object's", "constructor, __proto__, toString;q=1", "text"],
];

test.each(ACCEPTS)("%s: Accept %p asks for %s", (_client, accept, form) => {
  expect(chooseForm(null, accept).form).toBe(form);
});

test("a form is named by its media type, not by a range", () => {
  for (const accept of [null, "", "*/*", "text/*", "application/*", "image/png", "text/plain;q=0, */*"])
    expect(chooseForm(null, accept).named).toBe(false);
  for (const accept of [CHROMIUM, "application/json", "text/plain", "text/markdown, */*"])
    expect(chooseForm(null, accept).named).toBe(true);
});

test("a header of 10 kB is not read", () => {
  for (const accept of [`application/json,${"a/b,".repeat(2500)}`, "text/html;".repeat(1000)])
    expect(chooseForm(null, accept)).toEqual({ form: "text", named: false });
});

test("format goes before Accept", () => {
  for (const format of FORMS)
    for (const [, accept] of ACCEPTS)
      expect(chooseForm(format, accept)).toEqual({ form: format, named: true });
});
