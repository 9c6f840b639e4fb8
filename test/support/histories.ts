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

/** The history that a file keeps: one of `historyText`, or as the Temporal UI and CLI export it. */
export function historyIn(text: string): RunHistory {
  return History.fromObject(JSON.parse(text, withParsedTimes));
}

/** Exports write times and durations as text: `2026-01-31T12:00:00.5Z`, `10s`. */
function withParsedTimes(_key: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const time = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(\.\d{1,9})?Z$/.exec(value);
  if (time) return { seconds: Date.parse(`${time[1]}Z`) / 1000, nanos: nanosOf(time[2]) };
  const duration = /^(\d+)(\.\d{1,9})?s$/.exec(value);
  if (duration) return { seconds: duration[1], nanos: nanosOf(duration[2]) };
  return value;
}

function nanosOf(fraction = ''): number {
  return Number(fraction.slice(1).padEnd(9, '0'));
}
