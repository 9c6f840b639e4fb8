/** The calls that this process carries out, so that a later request of the same session can cancel one. */
export class CallsInProgress {
  readonly #calls = new Map<string, () => void>();

  /** @returns how to forget the call once it has ended. */
  begin(session: string, requestId: string | number, cancel: () => void): () => void {
    const id = idOf(session, requestId);
    this.#calls.set(id, cancel);
    return () => {
      if (this.#calls.get(id) === cancel) this.#calls.delete(id);
    };
  }

  /** Nothing if the call has ended, or is carried out by another process. */
  cancel(session: string, requestId: string | number): void {
    this.#calls.get(idOf(session, requestId))?.();
  }
}

const idOf = (session: string, requestId: string | number) => JSON.stringify([session, requestId]);
