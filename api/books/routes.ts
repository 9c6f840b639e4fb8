import { Router } from 'express';
import { callerOf } from '../http/caller.js';
import { validated } from '../http/validated.js';
import { cancelBook, getBook, listBookFindings, listBooks, sendBook } from './schemas.js';
import type { Books } from './service.js';

/** Books, an extension: policies of other systems, to be checked and loaded. */
export function bookRoutes({ books }: { books: Books }): Router {
  const router = Router();
  router.post(
    sendBook.path,
    validated(sendBook, async ({ body }, req, res) => {
      const book = await books.send(callerOf(req), body, req.operationId);
      res.status(202);
      return book;
    }),
  );
  router.get(
    listBooks.path,
    validated(listBooks, ({ query }, req) => books.list(callerOf(req), query)),
  );
  router.get(
    getBook.path,
    validated(getBook, ({ params }, req) => books.read(callerOf(req), params.bookId)),
  );
  router.post(
    cancelBook.path,
    validated(cancelBook, ({ params }, req) => books.cancel(callerOf(req), params.bookId)),
  );
  router.get(
    listBookFindings.path,
    validated(listBookFindings, ({ params, query }, req) =>
      books.findings(callerOf(req), params.bookId, query),
    ),
  );
  return router;
}
