/** A text that a reader marks: its file and line, its words, and for a comment the code that it describes. */
export type Text = { readonly place: string; readonly text: string; readonly context?: string };
