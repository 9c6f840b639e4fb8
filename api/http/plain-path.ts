import type { RequestHandler } from 'express';

const unreserved = /[\w.~-]/;

/**
 * Decodes the characters of a path that need no percent-encoding (RFC 3986, section 6.2.2.2), as Express compares paths
 * as they were sent: `/hell%6F` is `/hello`.
 */
export const plainPath: RequestHandler = (req, _res, next) => {
  if (req.url.includes('%')) {
    req.url = req.url.replace(/^[^?]+/, (path) =>
      path.replace(/%([0-7][0-9a-f])/gi, (encoded, hex) => {
        const letter = String.fromCharCode(Number.parseInt(hex, 16));
        return unreserved.test(letter) ? letter : encoded;
      }),
    );
  }
  next();
};
