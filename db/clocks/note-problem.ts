import type { Database } from '../database.js';
import { Clock } from '../models/clock.js';

/** Records what holds an advance up. The next move clears it. */
export async function noteProblem(db: Database, clockId: string, problem: string): Promise<void> {
  await Clock.query(db)
    .findById(clockId)
    .where('state', 'ADVANCING')
    .whereRaw('problem is distinct from ?', [problem])
    .patch({ problem });
}
