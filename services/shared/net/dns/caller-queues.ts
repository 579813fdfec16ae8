/** Queues of several callers that take turns, so that a caller with one item does not wait behind hundreds of another. */
export class CallerQueues<T> {
  private readonly queues = new Map<object, T[]>();

  get isEmpty(): boolean {
    return this.queues.size === 0;
  }

  /** @param of identifies the caller; items of the same caller wait in one queue. */
  push(item: T, of: object): void {
    const queue = this.queues.get(of);
    if (queue === undefined) this.queues.set(of, [item]);
    else queue.push(item);
  }

  /** Removes and returns the next item of the caller whose turn it is; undefined if none waits. */
  shift(): T | undefined {
    for (const [of, queue] of this.queues) {
      const item = queue.shift();
      this.queues.delete(of);
      if (queue.length > 0) this.queues.set(of, queue);
      return item;
    }
    return undefined;
  }

  /** Removes a caller's queue, and returns its items. */
  withdraw(of: object): readonly T[] {
    const queue = this.queues.get(of) ?? [];
    this.queues.delete(of);
    return queue;
  }
}
