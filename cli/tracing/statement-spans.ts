import { SpanKind, type Tracer, trace } from '@opentelemetry/api';
import type { ClientBase } from 'pg';
import { fail } from './trace-context.js';

type Query = (...given: unknown[]) => unknown;
type Callback = (error: unknown, result: unknown) => void;

/**
 * A span for each statement of a request or activity, `begin` and `commit` included. A span has the statement's name, or its operation and table; never its text or its values.
 */
export const tracedStatements = (tracer: Tracer) => (connection: ClientBase) => {
  const query: Query = Reflect.get(connection, 'query').bind(connection);
  const traced: Query = (...given) => {
    if (!trace.getActiveSpan()?.isRecording()) return query(...given);
    const { name, ...attributes } = described(given[0]);
    const span = tracer.startSpan(name, {
      kind: SpanKind.CLIENT,
      attributes: { 'db.system.name': 'postgresql', ...attributes },
    });
    const end = (error: unknown) => {
      if (error) fail(span, error);
      span.end();
    };
    const last = given.at(-1);
    if (typeof last === 'function') {
      const callback = last as Callback;
      const ended: Callback = (error, result) => {
        end(error);
        callback(error, result);
      };
      return query(...given.slice(0, -1), ended);
    }
    const result = query(...given);
    if (result instanceof Promise) result.then(() => end(undefined), end);
    // A stream: its rows are read by its caller.
    else span.end();
    return result;
  };
  Object.assign(connection, { query: traced });
};

const operation =
  /^\s*(?:\(\s*)?(select|insert|update|delete|with|begin|commit|rollback|savepoint|release|copy|lock|set)\b/i;
const table = /\b(?:from|into|update|join|copy)\s+(?:only\s+)?"?([a-z_]+)"?/i;

function described(statement: unknown): { name: string; [attribute: string]: string } {
  const { name, text = '' } =
    typeof statement === 'string' ? { text: statement } : (statement as { name?: string; text?: string });
  if (name !== undefined) return { name, 'db.query.summary': name };
  const does = (operation.exec(text)?.[1] ?? 'statement').toLowerCase();
  const where = /^(begin|commit|rollback|savepoint|release|set)$/.test(does)
    ? undefined
    : table.exec(text)?.[1];
  const summary = where === undefined ? does : `${does} ${where}`;
  return {
    name: summary,
    'db.query.summary': summary,
    'db.operation.name': does,
    ...(where !== undefined && { 'db.collection.name': where }),
  };
}
