// cspell:words trabajo
import { expect, it } from 'vitest';
import { wordingOf } from '../../../domain/languages/wording.js';
import type { QuestionTypes } from '../../../domain/questions/question-types.js';
import { reasonText } from '../../../domain/reasons/reasons.js';
import { reasonsInWords } from '../../../domain/reasons/reasons-in-words.js';

const typesWith = (question: string, label: string) =>
  new Map([
    ['use', { answerType: 'TEXT', definition: { question, answerChoices: [{ value: 'WORK', label }] } }],
  ]) as object as QuestionTypes;

const reason = {
  ...{ inputs: [{ name: 'use', label: 'Use', value: 'WORK' }], step: 'Use factor', amount: '10.00' },
};

it('says the answers of reasons in words, in the language of the document', () => {
  const textIn = (types: QuestionTypes, language: string | null) =>
    reasonsInWords([reason], types, language === null ? null : wordingOf(language, {})).map(reasonText);
  expect(textIn(typesWith('Use', 'For work'), null)).toEqual(['Use: For work']);
  expect(textIn(typesWith('Uso', 'Para el trabajo'), 'es')).toEqual(['Uso: Para el trabajo']);
});
