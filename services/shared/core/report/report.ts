import type { Severity } from "../tool/finding.ts";
import type { VERDICTS } from "../tool/verdict.ts";

/** Text that came from outside: of a record, a server, a registry, the caller. Renderers show it as data. */
export type Outside = { readonly outside: string };

/** Words of this project, with text from outside in between. */
export type Text = string | Outside | readonly (string | Outside)[];

/** How a thing is; `none` where it is neither good nor bad. */
export type Status = (typeof VERDICTS)[number] | "none";

/** A value with its status. */
export type Cell = Text | { readonly status: Status; readonly text: Text };

export type Fact = { readonly name: Text; readonly value: Cell };

/** A thing with what hangs on it. */
export type Branch = {
  readonly text: Text;
  readonly status: Status;
  /** Its share of a limited resource, such as lookups; its text says so too. */
  readonly cost?: number;
  readonly children: readonly Branch[];
};

/** A part of a whole. */
export type Bar = { readonly name: Text; readonly count: number; readonly status: Status };

/** A moment, as in the JSON (ISO 8601). */
export type Moment = {
  readonly at: string;
  readonly text: Text;
  readonly status: Status;
  /** Whether it is the moment of the look: others are before or after it. */
  readonly isNow?: true;
};

/** A tile: its name, its status, and the status in words. */
export type Tile = { readonly name: Text; readonly status: Status; readonly text: Text };

/** An exchange with the outside world, with the command that asks it again. */
export type Exchange = {
  readonly id: string;
  readonly question: Outside;
  readonly server: Outside;
  readonly address: Outside;
  readonly result: Cell;
  readonly elapsedMs: number;
  /** Null where no command is safe to copy. */
  readonly repeat: Code | null;
};

/** Lines to copy, whole and unchanged. */
export type Code = {
  readonly kind: "code";
  /** What it is and where it goes, such as `Publish at _dmarc.example.com (TXT)`. */
  readonly label: Text;
  readonly language: "zone" | "shell" | "file";
  readonly lines: readonly string[];
};

/** A finding, and what to publish so that it disappears. */
export type Advice = {
  readonly kind: "finding";
  readonly code: string;
  readonly severity: Severity;
  readonly text: Text;
  readonly fix: Text | null;
  readonly reference: string | null;
  /** The page of its code. */
  readonly docs: string;
  /** Ids of the exchanges that show it. */
  readonly evidence: readonly string[];
  readonly publish: readonly Code[];
  /** The call that judges it before it is published. */
  readonly test: string | null;
  /** A command that shows it. */
  readonly repeat: Code | null;
};

/** What a section is made of. */
export type Block =
  | Advice
  | Code
  | { readonly kind: "verdict"; readonly status: Status; readonly text: Text }
  | { readonly kind: "facts"; readonly facts: readonly Fact[] }
  | {
      readonly kind: "table";
      readonly columns: readonly string[];
      readonly rows: readonly (readonly Cell[])[];
      /** Rows that are left out. */
      readonly more: number;
    }
  | {
      readonly kind: "tree";
      readonly branches: readonly Branch[];
      /** Branches that are left out. */
      readonly more: number;
      /** Branches that a text shows; a picture has room for all. */
      readonly lines: number;
    }
  | { readonly kind: "bars"; readonly bars: readonly Bar[] }
  | {
      /** Tiles in groups, the group of most weight first. */
      readonly kind: "grid";
      readonly groups: readonly { readonly name: string; readonly tiles: readonly Tile[] }[];
      /** Tiles that are left out. */
      readonly more: number;
    }
  | { readonly kind: "timeline"; readonly moments: readonly Moment[] }
  | { readonly kind: "note"; readonly text: Text };

/** A part of the report that answers one question. */
export type Section = {
  /** The question, or the subject. */
  readonly heading: string;
  readonly status: Status;
  readonly blocks: readonly Block[];
};

/** An answer for people: every fact in it is in the answer's JSON, and it judges nothing. */
export type Report = {
  readonly tool: string;
  /** Whom the call asks about. */
  readonly target: Outside;
  /** Other parameters of the call, that are not at their defaults. */
  readonly parameters: readonly Fact[];
  readonly verdict: { readonly status: Status; readonly text: Text };
  readonly sections: readonly Section[];
  /** Where and when it was made. */
  readonly facts: readonly Fact[];
  /** Calls of other tools about the same name or address. */
  readonly related: readonly { readonly tool: string; readonly call: string }[];
  /** What it rests on: the exchanges that findings name first. */
  readonly evidence: { readonly exchanges: readonly Exchange[]; readonly more: number };
};

/** What a tool adds to the report. */
export type ToolReport = {
  readonly sections: readonly Section[];
  /** What to publish, by the findings that it mends. */
  readonly remedies?: readonly Remedy[];
};

/** Records or files to publish. */
export type Remedy = {
  /** Codes of the findings that disappear. */
  readonly codes: readonly string[];
  /** What to do, where it is more than the finding says. */
  readonly fix?: Text;
  readonly publish: readonly Code[];
  /** The call that judges it before it is published; null for none. */
  readonly test: string | null;
};
