import type { z } from 'zod';
import { parsed, tooManyErrors } from '../ground/parse.js';
import { unstorableParts } from '../ground/storable-json.js';
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
  const part = /^\w+\[\d+\]/.exec(field ?? '')?.[0] ?? '';
  const place = line.places?.get(part);
  const rest = place === undefined ? field : field?.slice(part.length).replace(/^\./, '');
  return { place: place ?? line.place, id, message: rest ? `${rest}: ${message}` : message };
}

/** Rows of an exported book have JSON of requests, which is a few levels deeper in them. */
const mostDepth = 80;

/** As much of a name is repeated. */
const longestName = 100;

/** A line as a record, or all that is wrong with its form. */
export function readLine<Record>(
  schema: z.ZodType<Record>,
  line: BookLine,
): { record: Record } | { findings: PlacedFinding[] } {
  if (line.malformed !== undefined)
    return { findings: [placed(line, undefined, { message: line.malformed })] };
  const id = idOf(line.value);
  const [unfit] = unstorableParts(line.value, { depth: mostDepth, findings: 1 });
  if (unfit !== undefined)
    return { findings: [placed(line, id, findingOf({ ...unfit, message: unfit.fault }))] };
  const read = parsed(schema, line.value, { refuseUnknownNames: true });
  if (read === undefined) return { findings: [placed(line, id, { message: tooManyErrors })] };
  if (read.success) return { record: read.data };
  return { findings: read.error.issues.map((issue) => placed(line, id, findingOf(issue))) };
}

function findingOf({ path, message }: Pick<z.core.$ZodIssue, 'path' | 'message'>): Finding {
  const field = path
    .map((key, index) => {
      if (typeof key === 'number') return `[${key}]`;
      return `${index === 0 ? '' : '.'}${String(key).slice(0, longestName)}`;
    })
    .join('');
  return field === '' ? { message } : { field, message };
}

export function idOf(value: unknown): string | undefined {
  const { id } = (typeof value === 'object' && value !== null ? value : {}) as { id?: unknown };
  return typeof id === 'string' ? id : undefined;
}
