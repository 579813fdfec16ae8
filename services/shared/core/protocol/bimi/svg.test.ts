import { expect, test } from "bun:test";
import { deflateRawSync, gzipSync } from "node:zlib";
import { checkSvg, unpackSvg } from "./svg.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const GOOD =
  '<svg xmlns="http://www.w3.org/2000/svg" version="1.2" baseProfile="tiny-ps" viewBox="0 0 10 10"><title>Example</title><path d="M0 0h1"/></svg>';
const change = (from: string, to: string) => GOOD.replace(from, to);
const within = (text: string) => change("<path", `${text}<path`);

type Row = readonly [says: string, text: string, problem: string | null];
const rows: readonly Row[] = [
  ["good", GOOD, null],
  [
    "an XML declaration, a comment, a byte order mark",
    `\ufeff<?xml version="1.0" encoding="UTF-8"?><!-- x -->${GOOD}`,
    null,
  ],
  [
    "gradients that are used within",
    within('<defs><linearGradient id="a"><stop offset="0"/></linearGradient></defs><rect fill="url(#a)"/>'),
    null,
  ],
  [
    "a use of its own parts",
    within('<use xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="#a"/>'),
    null,
  ],
  [
    "metadata of others",
    within(
      '<metadata><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:a/></rdf:RDF></metadata>',
    ),
    null,
  ],
  ["entities of XML itself", change("Example", "A &amp; B &#65;"), null],
  ["CDATA in the title", change("Example", "<![CDATA[Example]]>"), null],
  [
    "a prefix for all",
    GOOD.replaceAll(/<(\/?)(svg|title|path)/g, "<$1s:$2").replace("xmlns=", "xmlns:s="),
    null,
  ],
  ["version", change('"1.2"', '"1.1"'), 'its version is not "1.2"'],
  ["no version", change('version="1.2" ', ""), 'its version is not "1.2"'],
  ["baseProfile", change("tiny-ps", "tiny"), 'its baseProfile is not "tiny-ps"'],
  ["no title", change("<title>Example</title>", ""), "it has no title"],
  ["an empty title", change("Example", " "), "it has no title"],
  [
    "a title of something else",
    change("<title>Example</title>", "<g><title>Example</title></g>"),
    "it has no title",
  ],
  ["x on the root", change("viewBox", 'x="0" viewBox'), "its root element has the attribute x"],
  ["y on the root", change("viewBox", 'y="0" viewBox'), "its root element has the attribute y"],
  ["script", within("<script>alert(1)</script>"), "it has the element script, which is not allowed"],
  ["animate", within("<animate/>"), "it has the element animate, which is not allowed"],
  ["set", within("<set/>"), "it has the element set, which is not allowed"],
  [
    "image",
    within('<image xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="data:image/png;base64,AA=="/>'),
    "it has the element image, which is not allowed",
  ],
  ["foreignObject", within("<foreignObject/>"), "it has the element foreignObject, which is not allowed"],
  ["style", within("<style>a{}</style>"), "it has the element style, which is not allowed"],
  [
    "elements of others",
    within('<x xmlns="http://example.com/"/>'),
    "it has the element x, which is not allowed",
  ],
  ["a root within", within("<svg/>"), "it has the element svg, which is not allowed"],
  ["an event handler", change("<path", '<path onclick="a()"'), "it has an event handler, onclick"],
  ["a style attribute", change("<path", '<path style="fill:red"'), "it has a style attribute"],
  ["a link", within('<use href="https://example.com/a.svg#a"/>'), "href points outside the file"],
  [
    "a paint from outside",
    change("<path", '<path fill="url(https://example.com/a.svg#a)"'),
    "fill refers to something outside the file",
  ],
  [
    "javascript",
    change("<path", '<path class="JavaScript:a()"'),
    "class refers to something outside the file",
  ],
  ["a style sheet", `<?xml-stylesheet href="a.css"?>${GOOD}`, "it refers to a style sheet"],
  [
    "a DOCTYPE",
    `<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">${GOOD}`,
    "it has a DOCTYPE",
  ],
  [
    "entities (a bomb)",
    `<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]>${change("Example", "&b;")}`,
    "it has a DOCTYPE",
  ],
  [
    "an entity from outside",
    `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${change("Example", "&a;")}`,
    "it has a DOCTYPE",
  ],
  ["an entity that is none", change("Example", "&a;"), "it is not well-formed XML: undefined entity."],
  ["HTML", "<html></html>", "it is not an SVG"],
  ["no namespace", change(' xmlns="http://www.w3.org/2000/svg"', ""), "it is not an SVG"],
];

test.each(rows)("%s", (_, text, problem) => {
  const { problems } = checkSvg(bytes(text));
  if (problem === null) expect(problems).toEqual([]);
  else expect(problems).toContain(problem);
});

test("a file that is not XML or is truncated has that problem", () => {
  for (const text of [
    "",
    "GIF89a",
    GOOD.slice(0, -3),
    `${GOOD}<svg/>`,
    GOOD.replace("</title>", ""),
    "<",
    "<svg a=1>",
  ])
    expect([text, checkSvg(bytes(text)).problems.length > 0]).toEqual([text, true]);
  expect(checkSvg(new Uint8Array([0xff, 0xfe, 0x3c, 0])).problems).toEqual(["it is not in UTF-8"]);
});

test("the viewBox decides if a logo is square, or width and height if there is no viewBox", () => {
  const square = (attributes: string) => checkSvg(bytes(change('viewBox="0 0 10 10"', attributes))).square;
  expect(square('viewBox="0 0 10 10"')).toBe(true);
  expect(square('viewBox="5,5,10,20"')).toBe(false);
  expect(square('width="10px" height="10px"')).toBe(true);
  expect(square('width="100%"')).toBeNull();
  expect(square('viewBox="a b c d"')).toBeNull();
  expect(square("")).toBeNull();
});

test("compressed files are decompressed up to a limit", () => {
  expect(checkSvg(unpackSvg(gzipSync(GOOD)) ?? bytes("")).problems).toEqual([]);
  expect(unpackSvg(gzipSync(Buffer.alloc(50_000_000)))).toBeNull();
  expect(unpackSvg(new Uint8Array([0x1f, 0x8b, 8, 0]))).toBeNull();
  expect(unpackSvg(gzipSync(GOOD).subarray(0, 40))).toBeNull();
  expect(unpackSvg(new Uint8Array(524_289))).toBeNull();
  expect(checkSvg(deflateRawSync(GOOD)).problems.length).toBe(1);
});

test("hostile files are read in linear time, and described briefly", () => {
  // Half the size limit of a logo, in bytes. A parser that takes quadratic time exceeds the test's time limit on files
  // of this size.
  const half = 500_000;
  const open = '<svg xmlns="http://www.w3.org/2000/svg" version="1.2" baseProfile="tiny-ps">';
  const texts = [
    open + "<g>".repeat(half / 3),
    open + "<g/>".repeat(half / 4),
    `${open}<g ${Array.from({ length: 40_000 }, (_, i) => `a${i}="b"`).join(" ")}/>`,
    `${open}<g ${Array.from({ length: 20_000 }, (_, i) => `xmlns:a${i}="b"`).join(" ")}/>`,
    `${open}<${"a".repeat(half)}`,
    `${open}<g a="${"a".repeat(half)}`,
    `${open}<g fill="${"url(".repeat(half / 4)}"/></svg>`,
    `${open}<title>${"&amp;".repeat(half / 5)}</title></svg>`,
    `${open}<title>${"<!-- -->".repeat(half / 8)}</title></svg>`,
    `${open}${"<![CDATA[]]>".repeat(half / 12)}</svg>`,
    `${open}${"<?a?>".repeat(half / 5)}</svg>`,
    `<!DOCTYPE ${"[".repeat(half)}`,
    `<!DOCTYPE svg [${'<!ENTITY a "b">'.repeat(half / 16)}`,
    `${open}<g ${"viewBox ".repeat(half / 8)}/></svg>`,
    `<svg viewBox="${" ".repeat(half)}"/>`,
    "&".repeat(half),
    "\u0000".repeat(half),
    "<".repeat(half),
    " ".repeat(half),
    Array.from({ length: 10_000 }, (_, i) => `<x${i} style="" onload="" href="a">`).join(""),
  ];
  for (const text of texts) {
    const checked = checkSvg(bytes(text));
    expect(JSON.stringify(checked).length).toBeLessThan(2500);
  }
});
