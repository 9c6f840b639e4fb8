import { expect, it } from 'vitest';
import { shapes } from '../support/run-shapes.js';
import {
  aDataDir,
  deployProduct,
  keepLogs,
  killService,
  serversOf,
  startService,
  stopService,
} from '../support/running-service.js';
import { expectAllDone } from './all-done.js';
import { runOf } from './killed-run.js';
import { ServiceLoad } from './service-load.js';
import { shopWithWaits } from './shop-with-waits.js';

/** The short form of `npm run test:crash`, which is part of `npm test`. */

it('loses and doubles nothing when a worker is killed after its first activity', async () => {
  const shape = shapes.find(({ name }) => name === 'a quote of a new client')!;
  const undisturbed = await runOf(shape);
  const activity = undisturbed.began[0]!;
  const killed = await runOf(shape, { activity, nth: 1, when: 'after' });

  expect(killed.began).toEqual([activity]);
  expect(killed.left).toEqual(undisturbed.left);
}, 180_000);

it('loses and doubles nothing when the service and its servers are killed under load', async () => {
  const { dataDir, remove } = await aDataDir();
  let service = await startService(dataDir);
  try {
    await deployProduct(dataDir, service.demo.organizations[0]?.id ?? '', shopWithWaits());
    const load = new ServiceLoad(() => service);
    const killed = async () => {
      await killService(service, await serversOf(dataDir));
      service = await startService(dataDir);
    };
    await load.disturbedBy(killed, { before: 6, after: 12 });
    await expectAllDone(load, service);
  } catch (error) {
    console.log(`The service's logs: ${await keepLogs(dataDir, service.output())}`);
    throw error;
  } finally {
    await stopService(service);
    await remove();
  }
}, 300_000);
