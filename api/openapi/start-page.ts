import type { RequestHandler } from 'express';
import { problemsPath } from '../errors/problem.js';

/** `GET /`: a browser is sent to the reference page, a program gets the addresses to start from. */
export function startPage({
  documentPath,
  console,
}: {
  documentPath: string;
  console?: string | undefined;
}): RequestHandler {
  const addresses = {
    reference: '/docs',
    ...(console !== undefined && { console }),
    contract: documentPath,
    problems: problemsPath,
    liveness: '/healthz',
    readiness: '/readyz',
  };
  return (req, res) => {
    res.vary('Accept');
    if (req.accepts(['json', 'html']) === 'html') res.redirect(303, addresses.reference);
    else res.json(addresses);
  };
}
