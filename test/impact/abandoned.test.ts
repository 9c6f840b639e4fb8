import { expect, it } from 'vitest';
import { RatingCrew } from '../../documents/impact/rating-crew.js';
import { setupOf } from '../../documents/impact/rating-setup.js';
import { NoTurn } from '../../documents/threads/fair-share.js';
import { ownThreads, ThreadPool } from '../../documents/threads/thread-pool.js';
import type { RatingJob } from '../../domain/impact/rating-job.js';
import { shopProduct } from '../support/shop-product.js';

const before = shopProduct();
const setup = setupOf(before, { ...structuredClone(before), version: '2.0.0' }, { by: undefined, atMost: 5 });

async function* jobs(): AsyncGenerator<RatingJob> {
  for (let made = 0; made < 10; made += 1) yield { risks: [] };
}

it('an impact that is refused, or whose caller leaves, takes nothing down with it', async () => {
  const one = new ThreadPool({ share: ownThreads(1, 0) });
  const crew = new RatingCrew(setup, { alone: 0, threads: one });
  const refused = async () => {
    for await (const answer of crew.rated(jobs())) expect(answer.rated).toEqual([]);
  };
  await expect(refused()).rejects.toBeInstanceOf(NoTurn);
  await one.stop();

  const two = new ThreadPool({ share: ownThreads(2) });
  const left = new RatingCrew(setup, { alone: 0, threads: two });
  for await (const answer of left.rated(jobs())) {
    expect(answer.rated).toEqual([]);
    break;
  }
  // What was read ahead is refused; a rejection that nobody handles would fail this test, and stop a service.
  await two.stop();
});
