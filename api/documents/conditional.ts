import type { IncomingHttpHeaders } from 'node:http';
import type { ByteRange } from '../../documents/stores/store.js';

/** What conditions and ranges of a request are judged by. */
export interface Representation {
  /** With its quotes. */
  etag: string;
  modifiedAt: Date;
  size: number;
}

/** What a request says of what it wants. */
export interface AskedFor {
  method: string;
  headers: IncomingHttpHeaders;
}

/** How a request for a file is answered (RFC 9110, sections 13 and 14). */
export type FileAnswer =
  | { status: 200 }
  | { status: 206; range: ByteRange }
  | { status: 304 }
  | { status: 412 }
  | { status: 416 };

/** Decides in the order of RFC 9110, section 13.2.2. Several ranges at once are answered with the whole file. */
export function answerTo({ method, headers }: AskedFor, file: Representation): FileAnswer {
  const { etag, modifiedAt } = file;
  if (headers['if-match'] !== undefined) {
    if (!matches(headers['if-match'], etag, 'strong')) return { status: 412 };
  } else if (isBefore(headers['if-unmodified-since'], modifiedAt)) return { status: 412 };
  if (headers['if-none-match'] !== undefined) {
    if (matches(headers['if-none-match'], etag, 'weak')) return { status: 304 };
  } else if (isNotBefore(headers['if-modified-since'], modifiedAt)) return { status: 304 };
  // For other methods than GET a range means nothing.
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

/** `If-Range`: a part makes sense to somebody who has the rest of the same file only. */
function isSame(condition: string | string[] | undefined, { etag, modifiedAt }: Representation): boolean {
  if (condition === undefined) return true;
  if (typeof condition !== 'string') return false;
  if (condition.startsWith('"')) return condition === etag;
  const date = Date.parse(condition);
  return !Number.isNaN(date) && date === wholeSeconds(modifiedAt);
}

function matches(condition: string, etag: string, comparison: 'strong' | 'weak'): boolean {
  if (condition.trim() === '*') return true;
  return condition.split(',').some((tag) => {
    const one = tag.trim();
    return comparison === 'weak' ? one.replace(/^W\//, '') === etag : one === etag;
  });
}

function isBefore(condition: string | undefined, modifiedAt: Date): boolean {
  const date = Date.parse(condition ?? '');
  return !Number.isNaN(date) && wholeSeconds(modifiedAt) > date;
}

function isNotBefore(condition: string | undefined, modifiedAt: Date): boolean {
  const date = Date.parse(condition ?? '');
  return !Number.isNaN(date) && wholeSeconds(modifiedAt) <= date;
}

/** Dates of HTTP have no fractions. */
function wholeSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000) * 1000;
}
