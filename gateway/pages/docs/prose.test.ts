import { expect, test } from "bun:test";
import { Prose } from "./prose.tsx";

test.each([
  ["plain", "plain"],
  ["a `b` c", "a <code>b</code> c"],
  ["`<b>` & <i>", "<code>&lt;b&gt;</code> &amp; &lt;i&gt;"],
  ["{subject} has `{subject}/x`", "<var>subject</var> has <code><var>subject</var>/x</code>"],
  ["see [these `codes`](/docs/errors#x).", 'see <a href="/docs/errors#x">these <code>codes</code></a>.'],
  ["[a](https://a.example/)", '<a href="https://a.example/">a</a>'],
  ["[a](javascript:alert(1))", "[a](javascript:alert(1))"],
  ['[a](/"onclick=x)', '<a href="/&quot;onclick=x">a</a>'],
  ["an open ` stays", "an open ` stays"],
])("%p is %p", (text, html) => {
  expect(String(Prose({ text }))).toBe(html);
});
