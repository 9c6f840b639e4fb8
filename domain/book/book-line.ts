import type { z } from 'zod';
import type { Finding } from './records.js';

/** A record of a book as it was read, and where it stands. */
export interface BookLine {
  /** Such as `policies.ndjson:12`. */
  place: string;
  /** Of parts of it that stand elsewhere: `changes[0]` is `changes.csv:7`. */
  places?: ReadonlyMap<string, string>;
  value: unknown;
  /** As it is in its file, if it is a line of one. */
  text?: string;
  /** Why it cannot be read at all. */
  malformed?: string;
}

/** What is wrong in a book, and where. */
export interface PlacedFinding {
  place: string;
  /** Of the record, as far as it is known. */
  id: string | undefined;
  message: string;
}

/** A finding of a line with its place: that of the part that it is about. */
export function placed(line: BookLine, id: string | undefined, { field, message }: Finding): PlacedFinding {
  const [part, place] = [...(line.places ?? [])].find(([name]) => field?.startsWith(name)) ?? [];
  const rest = part === undefined ? field : field?.slice(part.length).replace(/^\./, '');
  return { place: place ?? line.place, id, message: rest ? `${rest}: ${message}` : message };
}

/** A line as a record, or all that is wrong with its form. */
export function readLine<Schema extends z.ZodType>(
  schema: Schema,
  line: BookLine,
): { record: z.output<Schema> } | { findings: PlacedFinding[] } {
  if (line.malformed !== undefined)
    return { findings: [placed(line, undefined, { message: line.malformed })] };
  const parsed = schema.safeParse(line.value);
  if (parsed.success) return { record: parsed.data };
  const id = idOf(line.value);
  return { findings: parsed.error.issues.map((issue) => placed(line, id, findingOf(issue))) };
}

function findingOf({ path, message }: z.core.$ZodIssue): Finding {
  const field = path
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : `${index === 0 ? '' : '.'}${String(key)}`))
    .join('');
  return field === '' ? { message } : { field, message };
}

export function idOf(value: unknown): string | undefined {
  const { id } = (typeof value === 'object' && value !== null ? value : {}) as { id?: unknown };
  return typeof id === 'string' ? id : undefined;
}
