import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answered, iteration, looped } from '../support/client-factory.js';
import { aClientWorld, type ClientWorld } from '../support/client-world.js';

let world: ClientWorld;
beforeAll(async () => {
  world = await aClientWorld();
});
afterAll(() => world.close());

describe('a PUT /client that breaks the contract', () => {
  const id = randomUUID();
  const answerOf = (entry: unknown) => ({ clientData: { a: entry } });
  const loopOf = (...iterations: unknown[]) => answerOf({ type: 'LOOP', qid: 'a', iterations });
  const manyAnswers = Object.assign(
    {},
    ...Array.from({ length: 10_001 }, (_, index) => answered(`q${index}`, '')),
  );

  it.each<[string, unknown]>([
    ['clientId', { clientId: 'not-a-uuid' }],
    ['clientId', { clientId: 7 }],
    ['clientName', { clientName: 7 }],
    ['clientName', { clientName: 'x'.repeat(256) }],
    ['clientName', { clientName: 'nul\0' }],
    ['clientName', { clientName: 'half \ud83e' }],
    ['clientType', { clientType: 'OTHER' }],
    ['clientType', { clientType: 'commercial' }],
    ['clientStatus', { clientStatus: 'PROSPECT' }],
    ['locationCode', { locationCode: 7 }],
    ['locationCode', { locationCode: 'x'.repeat(256) }],
    ['clientData', { clientData: [] }],
    ['clientData', { clientData: 'a' }],
    ['clientData', { clientData: manyAnswers }],
    ['clientData.a', answerOf(null)],
    ['clientData.a', answerOf('text')],
    ['clientData.a.type', answerOf({})],
    ['clientData.a.type', answerOf({ type: 'OTHER', qid: 'a', answer: '' })],
    ['clientData.a.qid', answerOf({ type: 'ANSWER', answer: '' })],
    ['clientData.a.qid', answerOf({ type: 'ANSWER', qid: 'b', answer: '' })],
    ['clientData.a.answer', answerOf({ type: 'ANSWER', qid: 'a' })],
    ['clientData.a.answer', answerOf({ type: 'ANSWER', qid: 'a', answer: null })],
    ['clientData.a.answer', answerOf({ type: 'ANSWER', qid: 'a', answer: 7 })],
    ['clientData.a.answer', answerOf({ type: 'ANSWER', qid: 'a', answer: 'x'.repeat(65_537) })],
    ['clientData.a.answer', answerOf({ type: 'ANSWER', qid: 'a', answer: 'nul\0' })],
    ['clientData.a.iterations', answerOf({ type: 'LOOP', qid: 'a' })],
    ['clientData.a.iterations', answerOf({ type: 'LOOP', qid: 'a', iterations: {} })],
    [
      'clientData.a.iterations',
      loopOf(...Array.from({ length: 10_001 }, () => ({ iterationId: id, answers: {} }))),
    ],
    ['clientData.a.iterations.0.iterationId', loopOf({ answers: {} })],
    ['clientData.a.iterations.0.iterationId', loopOf({ iterationId: '1', answers: {} })],
    ['clientData.a.iterations.0.answers', loopOf({ iterationId: id })],
    ['clientData.a.iterations.1.iterationId', loopOf(iteration({}, id), iteration({}, id.toUpperCase()))],
    ['clientData.a.iterations.0.answers.b.type', loopOf({ iterationId: id, answers: looped('b') })],
    ['clientData.a.iterations.0.answers.b.qid', loopOf(iteration({ b: answered('c', '').c! }))],
    ['intakeLoopIterationIdsToDelete', { intakeLoopIterationIdsToDelete: id }],
    ['intakeLoopIterationIdsToDelete.0', { intakeLoopIterationIdsToDelete: ['1'] }],
    ['intakeLoopIterationIdsToDelete', { intakeLoopIterationIdsToDelete: Array(10_001).fill(id) }],
  ])('is 400 naming %s, and changes nothing (%#)', async (field, wrong) => {
    const clientId = await world.created({ clientName: 'Before', clientData: answered('a', '1') });
    const before = await world.rows(clientId);

    const { body, headers } = await world
      .put({ clientId, clientName: 'After', ...(wrong as object) })
      .expect(400);

    expect(headers['content-type']).toContain('application/problem+json');
    expect(body.errors.map((error: { field: string }) => error.field)).toContain(field);
    expect(await world.rows(clientId)).toEqual(before);
  });

  it.each(['null', '[]', '"text"', '7', '{', ''])('is 400 for the body %s', async (text) => {
    await world.put(text).expect(400);
  });
});
