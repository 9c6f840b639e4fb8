import { randomUUID } from 'node:crypto';
import { Router } from 'express';
import { intakeOfPairs, issuesOfPairs } from '../../domain/intake/intake-formats.js';
import { BadRequest } from '../errors/app-error.js';
import { validated } from '../http/validated.js';
import { convertKeyPairs } from './schemas.js';

/** `POST /converter/key-pairs/intake-structure` (spec 4.10). */
export function converterRoutes(): Router {
  const router = Router();
  router.post(
    convertKeyPairs.path,
    validated(convertKeyPairs, ({ body }) => {
      const issues = issuesOfPairs(body);
      if (issues.length > 0) throw new BadRequest(issues.map(({ key, detail }) => ({ field: key, detail })));
      return intakeOfPairs(body, randomUUID);
    }),
  );
  return router;
}
