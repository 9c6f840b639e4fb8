import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MailQueues, wakeMailQueues } from '../../api/runs/mail-queues.js';
import { queueMail } from '../../db/mail/queue-mail.js';
import { Mail } from '../../db/models/mail.js';
import { BusinessTime } from '../../domain/ground/business-time.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import { anEventWorld, type EventWorld } from '../support/event-world.js';
import { randomFrom } from '../support/random.js';
import { shopProduct } from '../support/shop-product.js';
import { anSmtpDesk, type SmtpDesk, type SmtpHabit } from '../support/smtp-desk.js';
import { aKillableWorker } from './killable-worker.js';

/** MAILS=10000 KILLS=20 for a long run. */
const { MAILS = '400', KILLS = '3', SEED = '38' } = process.env;
const count = Number(MAILS);
const random = randomFrom(Number(SEED));
const cuts: SmtpHabit[] = ['CUT_BEFORE_END', 'CUT_AFTER_END', 'CUT_UNTAKEN'];

let world: EventWorld;
let desk: SmtpDesk;
beforeAll(async () => {
  world = await anEventWorld(shopProduct());
  desk = await anSmtpDesk();
  desk.usualHabit = () => (random() < 0.1 ? cuts[Math.floor(random() * cuts.length)]! : 'TAKE');
});
afterAll(async () => {
  await desk?.close();
  await world?.close();
});

const ids = Array.from({ length: count }, (_, index) => derivedId('crash', 'mail', String(index)));
const inState = (...states: string[]) => Mail.query(world.db).whereIn('state', states).resultSize();
const open = () => inState('WAITING', 'SENDING');

it(`${count} mails whose worker is killed ${KILLS} times are each sent once, or known as unconfirmed`, async () => {
  const { db, client, taskQueue, carrier } = world;
  const { organizationId } = carrier;
  const now = new BusinessTime(new Date());
  await db.transaction(async (trx) => {
    for (const id of ids)
      await queueMail(trx, { id, organizationId, purpose: 'OTHER', to: `${id}@bakery.example`, now });
  });
  const queues = new MailQueues({ client, taskQueue });
  // As every API process does; retries need not wait for their time.
  const sweeping = setInterval(async () => {
    const later = Mail.query(db).where('state', 'WAITING').where('next_attempt_at', '>', new Date());
    await later.patch({ nextAttemptAt: new Date() });
    await wakeMailQueues({ db, queues, now: () => new Date() });
  }, 5_000);
  let kills = 0;
  try {
    for (; kills < Number(KILLS) && (await open()) > 0; kills += 1) {
      const worker = await aKillableWorker(world, { mail: desk.settings });
      const [before, share] = [desk.taken.length, count / (Number(KILLS) + 1) / 2];
      while (desk.taken.length < before + share * random() && (await open()) > 0) await sleep(20);
      await worker.stop();
    }
    const last = await aKillableWorker(world, { mail: desk.settings });
    while ((await open()) > 0) await sleep(500);
    await last.stop();
  } finally {
    clearInterval(sweeping);
  }

  const mails = await Mail.query(db).whereIn('id', ids).select('id', 'message_id', 'state');
  const of = (state: string) => mails.filter((mail) => mail.state === state);
  const [sent, unknown] = [of('SENT'), of('UNCONFIRMED')];
  const taken = new Set(desk.taken.map(({ messageId }) => messageId));
  const unconfirmed = unknown.filter(({ messageId }) => taken.has(messageId ?? ''));
  console.log(
    `${kills} kills; taken ${desk.taken.length}; SENT ${sent.length}; UNCONFIRMED ${unknown.length}, of them taken ${unconfirmed.length}`,
  );
  expect(taken.size).toBe(desk.taken.length);
  expect(sent.length + unknown.length).toBe(count);
  expect(sent.every(({ messageId }) => taken.has(messageId ?? ''))).toBe(true);
  expect(sent.length + unconfirmed.length).toBe(taken.size);
}, 3_600_000);
