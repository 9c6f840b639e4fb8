import { BadRequest } from '../errors/app-error.js';

/** The limit of counting and paging, whose costs grow with the number of rows. */
const mostListed = 10_000;

/**
 * The limits of a page of a list, newest first. 400 for a page beyond the last.
 *
 * @param before the filter that continues the list.
 */
export function listLimits(
  { page, size }: { page: number; size: number },
  what: string,
  before = 'createdTo',
) {
  const offset = page * size;
  if (offset >= mostListed && page > 0) {
    const detail = `pages end after ${mostListed} ${what}s: continue with ${before} of the oldest ${what} read`;
    throw new BadRequest([{ field: 'page', in: 'query', detail }]);
  }
  return { offset, limit: size, countUpTo: mostListed };
}
