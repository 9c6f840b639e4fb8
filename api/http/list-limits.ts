import { BadRequest } from '../errors/app-error.js';

/** The limit of counting and paging, whose costs grow with the number of rows. */
const mostListed = 10_000;

/**
 * The limits of a page of a list. 400 for a page beyond the last.
 *
 * @param continued the filter that continues the list from the last row read; or a hint, where none does in every order.
 */
export function listLimits(
  { page, size }: { page: number; size: number },
  what: string,
  continued: { by?: string; last?: 'oldest' | 'newest'; hint?: string } = {},
) {
  const { by = 'createdTo', last = 'oldest' } = continued;
  const { hint = `continue with ${by} of the ${last} ${what} read` } = continued;
  const offset = page * size;
  if (offset >= mostListed && page > 0) {
    const detail = `pages end after ${mostListed} ${what}s: ${hint}`;
    throw new BadRequest([{ field: 'page', in: 'query', detail }]);
  }
  return { offset, limit: size, countUpTo: mostListed };
}
