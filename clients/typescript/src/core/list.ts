import type { Answered, WithResponse } from './answered.js';

/** How a list is read. */
export interface Paging<Page, Item> {
  /** Where the request says which page it asks for. */
  in: 'query' | 'body';
  items: (page: Page) => Item[];
  /** What the request for the next page says; undefined after the last one. */
  next: (page: Page, asked: Asked) => Asked | undefined;
  /** Where a page can begin with the last items of the one before: what tells them apart. */
  id?: (item: Item) => string;
}

export type Asked = Readonly<Record<string, string | number>>;

/** Pages with numbers. */
export const byNumber = ({ number, last }: { number: number; last: boolean }): Asked | undefined =>
  last ? undefined : { page: number + 1 };

/** Pages of which each names the next one. */
export function byCursor<Page>(parameter: string, next: (page: Page) => string | undefined) {
  return (page: Page): Asked | undefined => {
    const cursor = next(page);
    return cursor === undefined ? undefined : { [parameter]: cursor };
  };
}

/** The same of a list that has numbers, too: an older service names no next page. */
export function byCursorOrNumber<Page extends { number: number; last: boolean }>(
  parameter: string,
  next: (page: Page) => string | undefined,
) {
  const follow = byCursor(parameter, next);
  return (page: Page): Asked | undefined => follow(page) ?? byNumber(page);
}

/**
 * Pages of a list in the order of time: each continues up to the time of the last item, or, if the oldest are first, from
 * it. So items that come and go in front shift nothing, and the list can be longer than its page numbers reach.
 */
export function byTime<Item>(
  bound: string,
  timestamp: (item: Item) => string,
  first: 'newest' | 'oldest' = 'newest',
) {
  return ({ content, last }: { content: Item[]; last: boolean }, asked: Asked): Asked | undefined => {
    const end = content.at(-1);
    if (last || end === undefined) return undefined;
    // The service knows the time more exactly than it says, which is without the part of a millisecond.
    const time = new Date(Date.parse(timestamp(end)) + (first === 'newest' ? 1 : 0)).toISOString();
    return { [bound]: time, page: time === asked[bound] ? Number(asked.page) + 1 : 0 };
  };
}

/** A list of the service: `await` reads one page, by default the first; `for await` reads every item, page by page. */
export class List<Page, Item> implements PromiseLike<Page>, AsyncIterable<Item> {
  readonly #read: (asked: Asked) => Answered<Page>;
  readonly #paging: Paging<Page, Item>;

  constructor(read: (asked: Asked) => Answered<Page>, paging: Paging<Page, Item>) {
    this.#read = read;
    this.#paging = paging;
  }

  then<Done = Page, Failed = never>(
    fulfilled?: ((page: Page) => Done | PromiseLike<Done>) | null,
    rejected?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Done | Failed> {
    return this.#read({}).then(fulfilled, rejected);
  }

  /** The page with the status and headers of its answer. */
  withResponse(): Promise<WithResponse<Page>> {
    return this.#read({}).withResponse();
  }

  /** One page, with its items and what asks for the next one; for programs that read on when a person scrolls. */
  async page(asked: Asked = {}): Promise<{ page: Page; items: Item[]; next: Asked | undefined }> {
    const page = await this.#read(asked);
    return { page, items: this.#paging.items(page), next: this.#paging.next(page, asked) };
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    const { items, next, id } = this.#paging;
    let before = new Set<string>();
    for (let asked: Asked | undefined = {}; asked !== undefined; ) {
      const page: Page = await this.#read(asked);
      const found = items(page);
      yield* id ? found.filter((item) => !before.has(id(item))) : found;
      if (id) before = new Set(found.map(id));
      asked = next(page, asked);
    }
  }
}
