import type { ApiRequest, Http, RequestOptions } from './http.js';
import { type Asked, List, type Paging } from './list.js';

/** The operations on one kind of record. */
export abstract class Resource {
  protected readonly http: Http;

  constructor(http: Http) {
    this.http = http;
  }

  protected pages<Page, Item>(
    request: ApiRequest,
    paging: Paging<Page, Item>,
    options?: RequestOptions,
  ): List<Page, Item> {
    const { in: place } = paging;
    const read = (asked: Asked) =>
      this.http.json<Page>({ ...request, [place]: { ...request[place], ...asked } }, options);
    return new List(read, paging);
  }
}
