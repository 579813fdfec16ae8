import type { Severity } from "../tool/finding.ts";
import type { VERDICTS } from "../tool/verdict.ts";

/** Text that came from outside: from a record, a server, a registry or the caller. Renderers show it as data. */
export type Outside = { readonly outside: string };

/** Text that consists of this project's own words and text from outside. */
export type Text = string | Outside | readonly (string | Outside)[];

/** Status of a value, a block or a section; `none` is neither good nor bad. */
export type Status = (typeof VERDICTS)[number] | "none";

/** A value with its status. */
export type Cell = Text | { readonly status: Status; readonly text: Text };

/** A name with its value. */
export type Fact = { readonly name: Text; readonly value: Cell };

/** A node of a tree with its children. */
export type Branch = {
  readonly text: Text;
  readonly status: Status;
  /**
   * Number of units of a limited resource that the node uses, such as DNS lookups. The text contains this number too.
   */
  readonly cost?: number;
  readonly children: readonly Branch[];
};

/** One bar of a bar chart. */
export type Bar = { readonly name: Text; readonly count: number; readonly status: Status };

/** A point in time on a timeline, in the format of the JSON (ISO 8601). */
export type Moment = {
  readonly at: string;
  readonly text: Text;
  readonly status: Status;
  /** Set for the time of the observation. The other moments are before or after it. */
  readonly isNow?: true;
};

/** A tile of a grid; `text` says its status in words. */
export type Tile = { readonly name: Text; readonly status: Status; readonly text: Text };

/** An exchange with a server, with the command that repeats it. */
export type Exchange = {
  readonly id: string;
  readonly question: Outside;
  readonly server: Outside;
  readonly address: Outside;
  readonly result: Cell;
  readonly elapsedMs: number;
  /** The command that repeats the exchange; null if no command is safe to copy. */
  readonly repeat: Code | null;
};

/** Lines to copy, complete and unchanged. */
export type Code = {
  readonly kind: "code";
  /** What the lines are and where to put them, such as `Publish at _dmarc.example.com (TXT)`. */
  readonly label: Text;
  readonly language: "zone" | "shell" | "file";
  readonly lines: readonly string[];
};

/** A finding, with what to publish to resolve it. */
export type Advice = {
  readonly kind: "finding";
  readonly code: string;
  readonly severity: Severity;
  readonly text: Text;
  readonly fix: Text | null;
  readonly reference: string | null;
  /** Path of the page that explains the finding's code. */
  readonly docs: string;
  /** Ids of the exchanges that show the finding. */
  readonly evidence: readonly string[];
  readonly publish: readonly Code[];
  /** The API call that checks the new records before they are published; null if there is no such call. */
  readonly test: string | null;
  /** A command that shows the problem of the finding; null if there is no such command. */
  readonly repeat: Code | null;
};

/** A part of a section. */
export type Block =
  | Advice
  | Code
  | { readonly kind: "verdict"; readonly status: Status; readonly text: Text }
  | { readonly kind: "facts"; readonly facts: readonly Fact[] }
  | {
      readonly kind: "table";
      readonly columns: readonly string[];
      readonly rows: readonly (readonly Cell[])[];
      /** Number of table rows that are left out. */
      readonly more: number;
    }
  | {
      readonly kind: "tree";
      readonly branches: readonly Branch[];
      /** Number of branches that are left out of the tree. */
      readonly more: number;
      /** Maximum number of branches in a text report. A picture shows all branches. */
      readonly lines: number;
    }
  | { readonly kind: "bars"; readonly bars: readonly Bar[] }
  | {
      /** Tiles in groups, beginning with the most important group. */
      readonly kind: "grid";
      readonly groups: readonly { readonly name: string; readonly tiles: readonly Tile[] }[];
      /** Number of tiles that are left out of the grid. */
      readonly more: number;
    }
  | { readonly kind: "timeline"; readonly moments: readonly Moment[] }
  | { readonly kind: "note"; readonly text: Text };

/** A part of the report that answers one question. */
export type Section = {
  /** The question that the section answers, or its subject. */
  readonly heading: string;
  readonly status: Status;
  readonly blocks: readonly Block[];
};

/** A report for people. Every fact in it comes from the answer's JSON; the report makes no judgement of its own. */
export type Report = {
  readonly tool: string;
  /** The name or address that the call is about. */
  readonly target: Outside;
  /** Parameters of the call, except the target, that differ from their defaults. */
  readonly parameters: readonly Fact[];
  readonly verdict: { readonly status: Status; readonly text: Text };
  readonly sections: readonly Section[];
  /** Facts about the call itself, such as its time and its duration. */
  readonly facts: readonly Fact[];
  /** Calls of other tools about the same name or address. */
  readonly related: readonly { readonly tool: string; readonly call: string }[];
  /**
   * The exchanges on which the report is based. If there are too many, those that findings refer to take precedence.
   */
  readonly evidence: { readonly exchanges: readonly Exchange[]; readonly more: number };
};

/** The part of the report that a tool's own report code makes. */
export type ToolReport = {
  readonly sections: readonly Section[];
  /** What to publish, with the codes of the findings that the publication resolves. */
  readonly remedies?: readonly Remedy[];
};

/** Records or files to publish. */
export type Remedy = {
  /** Codes of the findings that the publication resolves. */
  readonly codes: readonly string[];
  /** What to do, if more is needed than the finding's own fix says. */
  readonly fix?: Text;
  readonly publish: readonly Code[];
  /** The API call that checks the new records before they are published; null if there is no such call. */
  readonly test: string | null;
};
