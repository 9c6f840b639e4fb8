import { type Logger, pino, stdSerializers } from 'pino';
import { logIds } from './log-ids.js';

export type { Logger };

/**
 * Structured logs, one JSON object per line, with the ids of the request under way. Credentials are removed. Of a
 * database error only its code and names are logged: its text quotes SQL and data.
 */
export function createLogger({ level }: { level: string }): Logger {
  const secrets = ['authorization', '["x-jwt-assertion"]', 'password', 'secret'];
  const places = ['', '*.', 'headers.', '*.headers.'];
  return pino({
    level,
    mixin: logIds,
    redact: {
      paths: places.flatMap((place) =>
        secrets.map((name) =>
          name.startsWith('[') ? `${place.replace(/\.$/, '')}${name}` : `${place}${name}`,
        ),
      ),
      remove: true,
    },
    serializers: { err: errorSerializer },
  });
}

/** The logged fields of an error. */
export function errorSerializer(error: Error): unknown {
  const native = 'nativeError' in error && error.nativeError instanceof Error ? error.nativeError : error;
  if (!('severity' in native) || !('code' in native)) return stdSerializers.err(error);
  const { code, table, constraint, column, routine } = native as Record<string, unknown> & Error;
  return { type: error.constructor.name, code, table, constraint, column, routine };
}
