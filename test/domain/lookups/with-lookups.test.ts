import { describe, expect, it } from 'vitest';
import { edited, editsOf } from '../../../domain/intake/answer-edits.js';
import { entryOf } from '../../../domain/intake/answers.js';
import { changedRequests, equalRequests, lookupRequests } from '../../../domain/lookups/lookup-request.js';
import type { LookupResult } from '../../../domain/lookups/lookup-result.js';
import { isStillUsable, readResponse } from '../../../domain/lookups/read-response.js';
import { earlierIn, typedAnswers } from '../../../domain/lookups/typed-answers.js';
import { type EventLookups, withLookups } from '../../../domain/lookups/with-lookups.js';
import {
  keepingLookedUp,
  wishesKeepingLookedUp,
  withoutLookedUp,
} from '../../../domain/lookups/without-looked-up.js';
import { compileProduct } from '../../../domain/product/compile-product.js';
import {
  iterationId,
  type Lookup,
  lookupIds,
  lookupProduct,
  shopLookups,
  shopWithVehicles,
} from '../../support/lookup-product.js';

const now = new Date('2027-01-31T12:00:00Z');
const answeredAt = new Date('2027-01-01T12:00:00Z');

function compiledWith(changes: { score?: Lookup; vehicle?: Lookup } = {}) {
  return compileProduct(lookupProduct(shopLookups(changes)));
}

const ofScore = (found: Partial<LookupResult>): LookupResult => ({
  ...{ actionId: lookupIds.score, iterationId: null, failure: null, values: {}, requestHash: 'a' },
  ...{ responseHash: 'b', answeredAt, isReused: false },
  ...found,
});
const ofVehicle = (found: Partial<LookupResult>): LookupResult =>
  ofScore({ actionId: lookupIds.vehicle, iterationId: iterationId(0), ...found });
const failed = { failure: 'scores: no answer within 1 s', answeredAt: null, responseHash: null };

function applied(
  results: LookupResult[],
  {
    answers = shopWithVehicles([['VIN1']]),
    changes = {},
    isEarlier = () => false,
  }: {
    answers?: ReturnType<typeof shopWithVehicles>;
    changes?: { score?: Lookup; vehicle?: Lookup };
    isEarlier?: EventLookups['isEarlier'];
  } = {},
) {
  const { lookups: actions, questionTypes: questions } = compiledWith(changes);
  return withLookups(answers, { actions, questions, results, isEarlier, now });
}

const scoreIn = (answers: ReturnType<typeof shopWithVehicles>) => entryOf(answers, 'shop.score');
function valueIn(answers: ReturnType<typeof shopWithVehicles>) {
  const loop = entryOf(answers, 'vehicles');
  return loop?.type === 'LOOP' ? loop.iterations[0]?.answers['vehicle.value']?.answer : undefined;
}

describe('what a source has answered', () => {
  it('fills its question, with source, time and age', () => {
    const { answers, values, messages, stops } = applied([ofScore({ values: { 'shop.score': '30' } })]);
    expect(scoreIn(answers)).toMatchObject({ answer: '30' });
    expect(values).toEqual([
      {
        ...{ qid: 'shop.score', value: '30', basis: 'SOURCE', source: 'scores', action: 'Fire score' },
        ...{ answeredAt: '2027-01-01T12:00:00.000Z', ageDays: 30, requestHash: 'a', responseHash: 'b' },
      },
    ]);
    expect([messages, stops]).toEqual([[], []]);
  });

  it('overrides what was typed, or leaves it, and the quote says so', () => {
    const answers = shopWithVehicles([['VIN1', '9000']]);
    const results = [ofVehicle({ values: { 'vehicle.value': '12000' } })];
    const over = applied(results, { answers });
    expect(valueIn(over.answers)).toBe('12000');
    expect(over.values).toMatchObject([{ basis: 'SOURCE', conflictsWith: '9000' }]);
    expect(over.messages).toMatchObject([
      { severity: 'WARNING', code: 'LOOKUP_CONFLICT', iterationId: iterationId(0) },
    ]);

    const fills = { 'vehicle.value': { from: 'value', typed: 'KEEP' } };
    const kept = applied(results, { answers, changes: { vehicle: { fills } } });
    expect(valueIn(kept.answers)).toBe('9000');
    expect(kept.values).toMatchObject([{ basis: 'TYPED', value: '9000', conflictsWith: '12000' }]);
    expect(kept.messages[0]?.message).toContain('is kept');
  });

  it('is no conflict where both mean the same, or where the source said it before', () => {
    const answers = shopWithVehicles([['VIN1', '12000.00']]);
    const results = [ofVehicle({ values: { 'vehicle.value': '12000' } })];
    const same = applied(results, { answers });
    expect(same.messages).toEqual([]);
    expect(same.values).toMatchObject([{ basis: 'TYPED', value: '12000.00' }]);
    expect(typedAnswers(same.answers, same.values)).toEqual(answers);
    expect(earlierIn(same.values)(results[0]!, 'vehicle.value', '12000.00')).toBe(false);

    const renewed = applied([ofVehicle({ values: { 'vehicle.value': '9000' } })], {
      answers,
      isEarlier: (_result, qid, answer) => qid === 'vehicle.value' && answer === '12000.00',
    });
    expect(valueIn(renewed.answers)).toBe('9000');
    expect(renewed.messages).toEqual([]);
  });
});

describe('an answer that a person cannot have typed', () => {
  const answers = shopWithVehicles([], { 'shop.score': '1' });

  it('is overridden without a conflict, and not kept where the source gives none', () => {
    const found = applied([ofScore({ values: { 'shop.score': '30' } })], { answers });
    expect(scoreIn(found.answers)).toMatchObject({ answer: '30' });
    expect(found.messages).toEqual([]);
    expect(applied([ofScore(failed)], { answers }).values).toMatchObject([{ basis: 'DEFAULT', value: '50' }]);
  });
});

describe('a source that gives no answer', () => {
  it('uses the default, and says so', () => {
    const { answers, values, messages, stops } = applied([ofScore(failed)]);
    expect(scoreIn(answers)).toMatchObject({ answer: '50' });
    expect(values).toMatchObject([{ basis: 'DEFAULT', value: '50', failure: failed.failure }]);
    expect(messages).toMatchObject([{ code: 'LOOKUP_DEFAULTED' }]);
    expect(messages[0]?.message).toContain('the default 50');
    expect(stops).toEqual([]);
  });

  it.each(['DECLINE', 'REFER'] as const)('stops the quote by %s', (otherwise) => {
    const { stops } = applied([ofScore(failed)], { changes: { score: { otherwise } } });
    expect(stops).toEqual([
      {
        action: otherwise,
        said: {
          severity: otherwise === 'DECLINE' ? 'ERROR' : 'WARNING',
          code: otherwise === 'DECLINE' ? 'LOOKUP_DECLINED' : 'LOOKUP_REFERRED',
          message: 'Fire score: scores: no answer within 1 s',
        },
      },
    ]);
  });

  it('uses the default of each iteration where it failed as a whole', () => {
    const fills = { 'vehicle.value': { from: 'value', default: '5000' } };
    const { answers, messages } = applied([ofVehicle({ ...failed, iterationId: null })], {
      answers: shopWithVehicles([['VIN1'], ['VIN2', '9000']]),
      changes: { vehicle: { fills, otherwise: 'DEFAULT' } },
    });
    expect(answers).toEqual(
      shopWithVehicles([
        ['VIN1', '5000'],
        ['VIN2', '9000'],
      ]),
    );
    expect(messages).toMatchObject([{ code: 'LOOKUP_DEFAULTED', iterationId: iterationId(0) }]);
  });

  it('leaves what was typed', () => {
    const answers = shopWithVehicles([['VIN1', '9000']]);
    const { answers: after, values } = applied([ofVehicle(failed)], { answers });
    expect(valueIn(after)).toBe('9000');
    expect(values).toMatchObject([{ basis: 'TYPED', value: '9000' }]);
  });
});

describe('requests', () => {
  const [score, vehicle] = [...compiledWith().lookups.values()];

  it('are one for each iteration, and equal where the same is asked', () => {
    const requests = lookupRequests(vehicle!, shopWithVehicles([['VIN1'], ['VIN2'], ['VIN1']]));
    expect(requests.map(({ iterationId: id, body }) => [id, body])).toEqual([
      [iterationId(0), { vin: 'VIN1' }],
      [iterationId(1), { vin: 'VIN2' }],
      [iterationId(2), { vin: 'VIN1' }],
    ]);
    const [first, second, third] = requests.map(({ hash }) => hash);
    expect([first === third, first === second]).toEqual([true, false]);
    expect(equalRequests(requests)).toEqual([[requests[0], requests[2]], [requests[1]]]);
  });

  it('of a change are those that it alters, or whose answers are missing', () => {
    const idsOf = (after: ReturnType<typeof shopWithVehicles>) =>
      changedRequests(vehicle!, after, shopWithVehicles([['VIN1', '1'], ['VIN2']])).map(
        (one) => one.iterationId,
      );
    expect(idsOf(shopWithVehicles([['VIN1', '1'], ['VIN2', '2'], ['VIN3']]))).toEqual([iterationId(2)]);
    expect(idsOf(shopWithVehicles([['VIN4', '1'], ['VIN2']]))).toEqual([iterationId(0), iterationId(1)]);
  });

  it('are not sent with nothing in them', () => {
    const [request] = lookupRequests(score!, {});
    expect(request?.lacks).toBe('nothing to send: "client.name" is not answered');
  });
});

describe('a response', () => {
  const { lookups, questionTypes } = compiledWith();
  const action = lookups.get(lookupIds.score)!;
  it.each([
    [{ result: { score: 30 } }, { values: { 'shop.score': '30' } }],
    [
      { result: { score: 'high' } },
      { fault: '"result.score" of its response is no NUMBER for "shop.score"' },
    ],
    [
      { result: { score: 101 } },
      { fault: '"result.score" of its response is out of bounds for "shop.score"' },
    ],
    [{ result: {} }, { fault: 'its response has no "result.score" for "shop.score"' }],
    [
      { result: { score: { a: 1 } } },
      { fault: '"result.score" of its response is not a single value for "shop.score"' },
    ],
    [[], { fault: 'its response is no JSON object' }],
  ])('%j', (body, read) => {
    expect(readResponse(action, body, questionTypes)).toEqual(read);
  });

  it.each([
    [{ 'shop.score': '30' }, true],
    [{ 'shop.score': '101' }, false],
    [{}, false],
  ])('that was kept, %j, is used again only where it fits its question', (values, isUsable) => {
    expect(isStillUsable(action, values, questionTypes)).toBe(isUsable);
  });

  it('may lack what is optional', () => {
    const fills = { 'shop.score': { ...action.fills['shop.score']!, optional: true } };
    expect(readResponse({ fills }, { result: null }, questionTypes)).toEqual({ values: {} });
  });
});

describe('an answer to what only a source answers', () => {
  const { questionTypes } = compiledWith();
  it('has no effect', () => {
    const typed = shopWithVehicles([], { 'shop.score': '1' });
    expect(withoutLookedUp(typed, questionTypes)).toEqual({
      answers: shopWithVehicles(),
      ignored: ['shop.score'],
    });
    expect(keepingLookedUp(shopWithVehicles([], { 'shop.score': '7' }), typed, questionTypes)).toEqual({
      answers: shopWithVehicles(),
      ignored: ['shop.score'],
    });
  });
});

describe('what only a source answers of each vehicle', () => {
  const product = lookupProduct();
  const loop = product.product.display?.sections
    .flatMap(({ subsections = [] }) => subsections)
    .flatMap(({ questions }) => questions)
    .find(({ qid }) => qid === 'vehicles')?.loop;
  loop!.questions.find(({ qid }) => qid === 'vehicle.value')!.lookedUp = true;
  const { questionTypes } = compileProduct(product);
  const onDay = shopWithVehicles([['VIN1', '9000']], { 'shop.score': '7' });

  it('stays where a loop is sent without it, or with the same', () => {
    const { vehicles } = shopWithVehicles([['VIN1'], ['VIN2']]);
    expect(keepingLookedUp(onDay, { vehicles: vehicles! }, questionTypes)).toEqual({
      answers: { vehicles: shopWithVehicles([['VIN1', '9000'], ['VIN2']]).vehicles },
      ignored: [],
    });
    const { vehicles: same } = onDay;
    expect(keepingLookedUp(onDay, { vehicles: same! }, questionTypes)).toEqual({
      answers: { vehicles: same },
      ignored: [],
    });
  });

  it('is no wish for the next term', () => {
    const answers = shopWithVehicles([['VIN1'], ['VIN2', '1']], { 'shop.score': '1' });
    const { vehicles, 'shop.score': score } = answers;
    const edits = editsOf(onDay, { vehicles: vehicles!, 'shop.score': score! });
    const wishes = wishesKeepingLookedUp(onDay, { answers, edits }, questionTypes);
    expect(wishes).toMatchObject({
      answers: shopWithVehicles([['VIN1', '9000'], ['VIN2']], { 'shop.score': '7' }),
      ignored: ['shop.score', 'vehicle.value'],
    });
    expect(edited(onDay, wishes.edits)).toEqual(wishes.answers);
    expect(Object.keys(wishes.edits)).toEqual(['vehicles']);
  });

  it('is gone where another vehicle has none', () => {
    const looked = withLookups(onDay, {
      actions: compiledWith().lookups,
      questions: questionTypes,
      results: [ofVehicle(failed)],
      isEarlier: () => true,
      now,
      forgets: true,
    });
    expect(valueIn(looked.answers)).toBe('');
    expect(looked.values).toMatchObject([{ value: null, failure: failed.failure }]);
    expect(looked.messages).toEqual([]);
  });
});

describe('the answers of a quote as people typed them', () => {
  it('are without what was looked up, and with what that replaced', () => {
    const answers = shopWithVehicles([['VIN1', '9000'], ['VIN2']]);
    const found = applied(
      [
        ofScore({ values: { 'shop.score': '30' } }),
        ofVehicle({ values: { 'vehicle.value': '12000' } }),
        ofVehicle({ values: { 'vehicle.value': '5000' }, iterationId: iterationId(1) }),
      ],
      { answers },
    );
    expect(found.values).toHaveLength(3);
    expect(typedAnswers(found.answers, found.values)).toEqual(answers);
    const isEarlier = earlierIn(found.values);
    expect(isEarlier(ofVehicle({}), 'vehicle.value', '12000')).toBe(true);
    expect(isEarlier(ofVehicle({}), 'vehicle.value', '9000')).toBe(false);
  });
});
