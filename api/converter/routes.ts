import { Router } from 'express';
import type { Answer } from '../../domain/intake/answers.js';
import { validated } from '../http/validated.js';
import { convertKeyPairs } from './schemas.js';

/** `POST /converter/key-pairs/intake-structure` (spec 4.10). */
export function converterRoutes(): Router {
  const router = Router();
  router.post(
    convertKeyPairs.path,
    validated(convertKeyPairs, ({ body }) => intakeOf(body)),
  );
  return router;
}

function intakeOf(pairs: Readonly<Record<string, string>>): Record<string, Answer> {
  return Object.fromEntries(
    Object.entries(pairs).map(([qid, answer]) => [qid, { type: 'ANSWER', answer, qid }]),
  );
}
