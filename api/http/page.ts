import { z } from 'zod';
import { queryInteger } from './query.js';

/** Paging in the query string (spec 8). */
export const pageQuery = {
  page: queryInteger({ least: 0, most: 1_000_000, otherwise: 0 }).meta({ description: 'Zero-based.' }),
  size: queryInteger({ least: 1, most: 1000, otherwise: 20 }),
};

export interface PageOf<T> {
  content: T[];
  number: number;
  size: number;
  totalElements: number;
  totalPages: number;
  first: boolean;
  last: boolean;
  numberOfElements: number;
  empty: boolean;
}

/** A page as in spec 4.7. */
export function pageOf<T>(
  content: T[],
  { page, size }: { page: number; size: number },
  totalElements: number,
): PageOf<T> {
  const totalPages = Math.ceil(totalElements / size);
  return {
    content,
    number: page,
    size,
    totalElements,
    totalPages,
    first: page === 0,
    last: page >= totalPages - 1,
    numberOfElements: content.length,
    empty: content.length === 0,
  };
}

/** The fields of a page, for `z.object`. */
export function pageFields<T extends z.ZodType>(item: T) {
  return {
    content: z.array(item),
    number: z.number().int().meta({ description: 'The current page, zero-based.' }),
    size: z.number().int(),
    totalElements: z.number().int(),
    totalPages: z.number().int(),
    first: z.boolean(),
    last: z.boolean(),
    numberOfElements: z.number().int(),
    empty: z.boolean(),
  };
}
