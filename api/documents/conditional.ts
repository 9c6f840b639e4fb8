import type { IncomingHttpHeaders } from 'node:http';
import type { ByteRange } from '../../documents/stores/store.js';
import { namesTag } from '../http/entity-tag.js';

/** The validators of a file, for conditions and ranges of a request. */
export interface Representation {
  /** Including its quotation marks. */
  etag: string;
  modifiedAt: Date;
  size: number;
}

/** The request's method and headers. */
export interface AskedFor {
  method: string;
  headers: IncomingHttpHeaders;
}

/** The kinds of answers to a request for a file (RFC 9110, sections 13 and 14). */
export type FileAnswer =
  | { status: 200 }
  | { status: 206; range: ByteRange }
  | { status: 304 }
  | { status: 412 }
  | { status: 416 };

/** Decides in the order of RFC 9110, section 13.2.2. A request for several ranges gets the whole file. */
export function answerTo({ method, headers }: AskedFor, file: Representation): FileAnswer {
  const { etag, modifiedAt } = file;
  if (headers['if-match'] !== undefined) {
    if (!namesTag(headers['if-match'], etag, 'strong')) return { status: 412 };
  } else if (isBefore(headers['if-unmodified-since'], modifiedAt)) return { status: 412 };
  if (headers['if-none-match'] !== undefined) {
    if (namesTag(headers['if-none-match'], etag, 'weak')) return { status: 304 };
  } else if (isNotBefore(headers['if-modified-since'], modifiedAt)) return { status: 304 };
  // A range applies only to GET.
  if (method !== 'GET' || headers.range === undefined || !isSame(headers['if-range'], file)) {
    return { status: 200 };
  }
  return rangeAnswer(headers.range, file.size);
}

function rangeAnswer(range: string, size: number): FileAnswer {
  const [, first = '', last = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(range.trim()) ?? [];
  if (first === '' && last === '') return { status: 200 };
  if (first === '') {
    const length = Number(last);
    if (length === 0 || size === 0) return { status: 416 };
    return { status: 206, range: { start: Math.max(0, size - length), end: size - 1 } };
  }
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return { status: 200 };
  return start >= size ? { status: 416 } : { status: 206, range: { start, end } };
}

/** `If-Range`: a part is useful only to a caller that has the rest of the same file. */
function isSame(condition: string | string[] | undefined, { etag, modifiedAt }: Representation): boolean {
  if (condition === undefined) return true;
  if (typeof condition !== 'string') return false;
  if (condition.startsWith('"')) return condition === etag;
  const date = Date.parse(condition);
  return !Number.isNaN(date) && date === wholeSeconds(modifiedAt);
}

function isBefore(condition: string | undefined, modifiedAt: Date): boolean {
  const date = Date.parse(condition ?? '');
  return !Number.isNaN(date) && wholeSeconds(modifiedAt) > date;
}

function isNotBefore(condition: string | undefined, modifiedAt: Date): boolean {
  const date = Date.parse(condition ?? '');
  return !Number.isNaN(date) && wholeSeconds(modifiedAt) <= date;
}

/** HTTP dates have whole seconds. */
function wholeSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000) * 1000;
}
