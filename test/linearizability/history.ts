/** One call of one caller. Times are milliseconds of one clock. */
export interface Operation<Input = unknown, Output = unknown> {
  caller: number;
  input: Input;
  /** Undefined if the caller never learnt it: the operation took effect at some time after its call, or never. */
  output?: Output | undefined;
  called: number;
  /** Null with an unknown output. */
  returned: number | null;
}

/** The operations on one thing, such as a client, with the name of the model that they must follow. */
export interface History {
  model: string;
  key: string;
  operations: Operation[];
}

/** Collects the histories of callers that run side by side. */
export class Histories {
  readonly #histories = new Map<string, History>();

  /** Makes a call and keeps it with its answer; undefined if `call` answers nothing, or throws. */
  async record<Output>(
    { model, key, caller, input }: { model: string; key: string; caller: number; input: unknown },
    call: () => Promise<Output | undefined>,
  ): Promise<Output | undefined> {
    const operation: Operation = { caller, input, called: Date.now(), returned: null };
    this.#of(model, key).operations.push(operation);
    const output = await call();
    // Whatever happens within a millisecond counts as concurrent.
    if (output !== undefined) Object.assign(operation, { output, returned: Date.now() + 1 });
    return output;
  }

  /** Keeps an operation that is known with its times. */
  add(model: string, key: string, operation: Operation): void {
    this.#of(model, key).operations.push(operation);
  }

  all(): History[] {
    return [...this.#histories.values()];
  }

  #of(model: string, key: string): History {
    const name = `${model} ${key}`;
    const history = this.#histories.get(name) ?? { model, key, operations: [] };
    this.#histories.set(name, history);
    return history;
  }
}
