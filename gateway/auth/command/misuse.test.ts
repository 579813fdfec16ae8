import { expect, test } from "bun:test";
import { makeKey } from "../key.ts";
import { keys as runIn } from "./command.fixture.ts";

/** A folder that cannot be created: the commands of these tests must fail before they open the database. */
const NOWHERE = { databaseUrl: "", folder: "/dev/null/keys" };
const { text: KEY } = makeKey();

const keys = (...args: readonly string[]) => runIn(NOWHERE, ...args);

test.each([
  [[], "the command is missing; the commands are create, list, show, revoke, rotate, backup, restore"],
  [["creat"], "did you mean create?"],
  [["toString"], 'no command "toString"'],
  [["create"], "--name is missing"],
  [["create", "--nmae", "x"], "did you mean --name?"],
  [["create", "--name"], "'--name <value>' argument missing"],
  [["create", "--name", "--json"], "'--name' argument is ambiguous"],
  [["create", "--name", "  "], "--name is empty"],
  [["create", "--name", "x".repeat(101)], "101 characters: the maximum is 100"],
  [["create", "--name", "a\u001b[31mb"], "invisible characters"],
  [["create", "--name", "a\nb"], "invisible characters"],
  [["create", "--name", "a\u202eb"], "invisible characters"],
  [["create", "--name", "a", "--contact", "a\tb"], "invisible characters"],
  [["create", "--name", `for ${KEY}`], "contains a key"],
  [["create", "--name", "a", "b"], "needs quotes"],
  [["create", "--name", "a", "--json=yes"], "does not take an argument"],
  [["create", "--name", "a", "--expires", "soon"], "give a time such as 90d"],
  [["create", "--name", "a", "--expires", "0"], "has passed"],
  [["create", "--name", "a", "--expires", "2020-01-31"], "has passed"],
  [["create", "--name", "a", "--expires", "2099-02-31"], "give a date such as"],
  [["create", "--name", "a", "--expires", "2099-13-01"], "give a date such as"],
  [["create", "--name", "a", "--expires", "90000d"], "give a time such as"],
  [["create", "--name", "a", "--expires=-1d"], "give a time such as"],
  [["rotate", "abcdefghij", "--overlap", "1 day"], "give a time such as"],
  [["backup", "--keep", "3"], "give --into FOLDER too"],
  [["backup", "--into", "/tmp", "--keep", "0"], "give a whole number from 1 to 999999"],
  [["show"], "ID is missing"],
  [["show", "abc"], "ten letters and digits"],
  [["show", "abcdefghij", "klmnopqrst"], "takes one ID"],
  [["list", "abcdefghij"], "takes only options"],
  [["show", KEY], `its id, ${KEY.slice(5, 15)}`],
  [["revoke", KEY.slice(0, 50)], "looks like a key"],
  [["rotate", KEY.slice(15)], "looks like a key"],
  [["revoke", `--id=${KEY}`], "Unknown option '--id'"],
  [["revoke", "abcdefghij", KEY], "(a key, not shown)"],
  [[KEY], "(a key, not shown)"],
] as const)("keys %p is refused with the reason and exit code 2", async (args, why) => {
  const { out, err, code } = await keys(...args);
  expect(code).toBe(2);
  expect(out).toBe("");
  expect(err).toContain(why);
  expect(err).toContain("--help");
  expect(err).not.toContain(KEY.slice(20, 40));
});

test.each(["--help", "create --help", "help", "-h"])(
  "keys %s lists all commands and options",
  async (line) => {
    const { out, code } = await keys(...line.split(" "));
    expect(code).toBe(0);
    for (const word of [
      "create",
      "list",
      "show",
      "revoke",
      "rotate",
      "backup",
      "restore",
      "--json",
      "--overlap",
      "--into",
      "--keep",
      "--from",
      "--contact",
    ])
      expect(out).toContain(word);
  },
);
