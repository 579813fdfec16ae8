import { expect, test } from "bun:test";
import { readFields, selectRecords } from "./versioned-record.ts";

type Row = readonly [says: string, texts: readonly string[], records: number, nearMisses: number];
const rows: readonly Row[] = [
  ["none", [], 0, 0],
  ["one", ["v=STSv1; id=1"], 1, 0],
  ["RFC 8461 3.1: several", ["v=STSv1; id=1", "v=STSv1;"], 2, 0],
  ["RFC 8461 3.1: others are dropped", ["v=STSv1; id=1", "v=spf1", ""], 1, 0],
  ["RFC 8461 3.1: a version of ten is none of one", ["v=STSv10; id=1"], 0, 1],
  ["RFC 8461 3.1: a blank before the semicolon, alone", ["v=STSv1\t ;id=1"], 1, 1],
  ["RFC 8461 3.1: a blank before the semicolon, beside another text", ["v=STSv1 ;id=1", "x"], 0, 1],
  ["no semicolon", ["v=STSv1"], 0, 1],
  ["capitals", ["V=STSV1; id=1"], 0, 1],
  ["quotes within", ['"v=STSv1; id=1;"'], 0, 1],
  ["the version behind", ["id=1; v=STSv1;"], 0, 1],
  ["another record", ["v=TLSRPTv1; rua=mailto:a@example.com"], 0, 0],
];

test.each(rows)("%s", (_, texts, records, nearMisses) => {
  const selected = selectRecords(texts, "STSv1");
  expect([selected.records.length, selected.nearMisses.length]).toEqual([records, nearMisses]);
});

test("fields are checked against the common grammar of both record types (RFC 8461 3.1, RFC 8460 3)", () => {
  const problems = (rest: string) => readFields(`v=STSv1;${rest}`, ["id"]).problems.length;
  const right = ["", " id=1", "id=1;", "id=1 ;a=b", "a.b_c-d=!:<>~", "id=\u0020".trimEnd()];
  const wrong = [
    "id =1",
    "id= 1",
    "a",
    "=b",
    ";",
    " ;id=1",
    "a=",
    "a=b=c",
    "a=b c",
    "-a=b",
    "a=é",
    "a=\0",
    "a=b\n",
  ];
  expect([...right, ...wrong].filter((rest) => problems(rest) === 0)).toEqual(right);
});
