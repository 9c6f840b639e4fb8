import proto from '@temporalio/proto';

const { History } = proto.temporal.api.history.v1;

export type RunHistory = ReturnType<typeof History.create>;

/** A run's history as it is kept in a file. */
export function historyText(history: Parameters<typeof History.fromObject>[0]): string {
  const plain = History.toObject(History.fromObject(history), {
    longs: String,
    enums: String,
    bytes: String,
  });
  return `${JSON.stringify(plain, null, 1)}\n`;
}

/** The history that a file keeps. */
export function historyIn(text: string): RunHistory {
  return History.fromObject(JSON.parse(text));
}
