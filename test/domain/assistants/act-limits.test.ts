import { describe, expect, it } from 'vitest';
import { whyNotToday } from '../../../domain/assistants/act.js';
import { editsOfItems } from '../../../domain/assistants/item-edits.js';
import type { AnswerMap } from '../../../domain/intake/answers.js';

const usd = (amount: string) => ({ amount, currency: 'USD' });

describe('limits of a day', () => {
  it('counts acts', () => {
    expect(whyNotToday({ actsPerDay: 2 }, { acts: 1, money: '0' }, undefined)).toBeUndefined();
    expect(whyNotToday({ actsPerDay: 2 }, { acts: 2, money: '0' }, undefined)).toBe(
      'the limit of 2 acts a day is reached (2 today)',
    );
  });

  it('counts money to the cent, and refuses another currency', () => {
    const terms = { moneyPerDay: usd('100.00') };
    expect(whyNotToday(terms, { acts: 9, money: '60.00' }, usd('40.00'))).toBeUndefined();
    expect(whyNotToday(terms, { acts: 9, money: '60.00' }, usd('40.01'))).toMatch(
      'exceeds the limit of $100.00',
    );
    expect(whyNotToday(terms, { acts: 0, money: '0' }, { amount: '1', currency: 'EUR' })).toMatch(
      'moves EUR',
    );
    expect(whyNotToday(terms, { acts: 0, money: '100.00' }, undefined)).toBeUndefined();
  });
});

describe('edits of items', () => {
  const [first, second] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];
  const iteration = (iterationId: string, model: string) => ({
    iterationId,
    answers: { model: { type: 'ANSWER' as const, qid: 'model', answer: model } },
  });
  const onDay: AnswerMap = {
    cars: {
      type: 'LOOP',
      qid: 'cars',
      iterations: [iteration(first, 'Honda Civic'), iteration(second, 'Honda Jazz')],
    },
  };

  it('names an item by its number, or by a text that only it has', () => {
    const given = {
      answers: { city: 'Austin' },
      add: [{ list: 'cars', answers: { model: 'Ford' } }],
      change: [{ list: 'cars', item: 'jazz', answers: { model: 'Kia' } }],
      remove: [{ list: 'cars', item: '1' }],
    };
    const made = editsOfItems(onDay, given);
    expect(made).toEqual(editsOfItems(onDay, given));
    expect(made).toMatchObject({
      edits: {
        city: { answer: 'Austin' },
        cars: {
          removed: [first],
          edited: [{ iterationId: second, answers: { model: { answer: 'Kia' } } }],
          added: [{ answers: { model: { answer: 'Ford' } } }],
        },
      },
    });
  });

  it('finds the item that an answer names by its place, also one that is added', () => {
    const add = [{ list: 'cars', answers: { model: 'Ford', towedBy: 'cars[1]', tows: 'cars[2]' } }];
    const made = editsOfItems(onDay, { add });
    const [ford] = ('edits' in made && made.edits.cars?.type === 'LOOP' && made.edits.cars.added) || [];
    expect(ford?.answers).toMatchObject({ towedBy: { answer: second }, tows: { answer: ford?.iterationId } });
    expect(editsOfItems(onDay, { answers: { main: 'cars[7]' } })).toEqual({ unknown: ['cars[7]'] });
  });

  it('says which item is not there, or not the only one', () => {
    expect(
      editsOfItems(onDay, {
        remove: [
          { list: 'cars', item: 'honda' },
          { list: 'cars', item: '7' },
        ],
      }),
    ).toEqual({
      unknown: ['honda in cars', '7 in cars'],
    });
  });
});
