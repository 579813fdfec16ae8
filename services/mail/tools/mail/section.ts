import type { Evaluated } from "@dnstools/core/mail/section";

/** A DNS record to publish or to remove. */
export type NewRecord = {
  /** Owner name, without a trailing dot. */
  readonly name: string;
  readonly type: string;
  /** Data of the record: the plain text for TXT and SPF records, otherwise in zone file format. */
  readonly value: string;
};

/**
 * Texts from the call that are judged instead of what the domain publishes. Null or missing: the published text is
 * judged.
 */
export type Instead = {
  readonly spf?: string | null;
  readonly dmarc?: string | null;
  /** An MTA-STS policy, judged as if the domain served it and announced it with a record. */
  readonly mtasts?: string | null;
};

/** A change that makes findings disappear: records to publish and to remove, and a file to serve. */
export type Recommendation = {
  /** Codes of the findings that disappear. */
  readonly codes: readonly string[];
  readonly publish: readonly NewRecord[];
  /** Published records that have to be removed. */
  readonly remove: readonly NewRecord[];
  /** A file to serve; null if none is needed. */
  readonly file: { readonly url: string; readonly body: string } | null;
  /** Parameters of a call that judges the change in advance; null if parameters cannot express the change. */
  readonly test: Instead | null;
};

/** One section of the report: its part of the answer, its findings and its recommendations. */
export type Section<Data> = Evaluated<Data> & { readonly recommendations: readonly Recommendation[] };
