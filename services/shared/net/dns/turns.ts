/** Runs pieces of work one after another, at most one in each turn of the event loop. */
export class Turns {
  private readonly line: (() => void)[] = [];
  private readonly next = (): void => {
    this.line.shift()?.();
    if (this.line.length > 0) setImmediate(this.next);
  };

  add(work: () => void): void {
    if (this.line.push(work) === 1) setImmediate(this.next);
  }
}
