import proto from '@temporalio/proto';

const { History } = proto.temporal.api.history.v1;

export type RunHistory = ReturnType<typeof History.create>;

/** A run's history as it is kept in a file: without stack traces, which name places of the machine that recorded it. */
export function historyText(history: Parameters<typeof History.fromObject>[0]): string {
  const plain = History.toObject(History.fromObject(history), {
    longs: String,
    enums: String,
    bytes: String,
  });
  return `${JSON.stringify(plain, withoutStackTraces, 1)}\n`;
}

function withoutStackTraces(key: string, value: unknown): unknown {
  return key === 'stackTrace' ? undefined : value;
}

/** The history that a file keeps. */
export function historyIn(text: string): RunHistory {
  return History.fromObject(JSON.parse(text));
}
