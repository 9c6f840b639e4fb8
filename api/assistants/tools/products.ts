import { z } from 'zod';
import { answerMapOf } from '../../../domain/assistants/answers.js';
import { ofProduct } from '../../../domain/assistants/outside.js';
import { questionInWords, questionsInWords } from '../../../domain/assistants/questions.js';
import { type Rated, ratedInWords } from '../../../domain/assistants/rated.js';
import { calendarDate, uuid } from '../../../domain/ground/primitives.js';
import { term } from '../../../domain/ground/term.js';
import type { ProductDisplay } from '../../../domain/product/product-display.js';
import { answersInput } from '../answers-input.js';
import { ToolRefused } from '../carry-out.js';
import { reading } from '../tool.js';

interface ListedProducts {
  content: {
    productId: string;
    name: string;
    ownerOrganizationName: string;
    live?: { version: string; generatesQuotes: boolean } | null;
  }[];
  totalElements: number;
}

const mostProducts = 30;

/** The products that can be sold. */
export const listProducts = reading({
  name: 'list_products',
  title: 'List products',
  sentence: 'Lists the insurance products that can be quoted, with their ids.',
  input: z.strictObject({}),
  operations: ['listProducts'],
  reads: async (_input, { operations }) => {
    const { content, totalElements } = await operations.call<ListedProducts>('listProducts', {
      query: { size: mostProducts },
    });
    const lines = content.map(({ productId, name, ownerOrganizationName, live }) => {
      const state = live ? (live.generatesQuotes ? '' : ', cannot be quoted') : ', not on sale today';
      return `- ${ofProduct(name)} by ${ofProduct(ownerOrganizationName)}${state} (product ${productId})`;
    });
    const more = totalElements - content.length;
    return {
      text: [...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n') || 'There are no products.',
    };
  },
});

const productId = uuid.meta({ description: 'Of list_products' });

/** What a product asks, step by step. */
export const productQuestions = reading({
  name: 'product_questions',
  title: 'Ask what a product asks',
  sentence:
    'Gives the next questions of a product for the answers so far, with what is still missing; or one question with its choices.',
  input: z.strictObject({
    productId,
    answers: answersInput.optional(),
    question: z.string().max(255).optional().meta({ description: 'Only this one, with its choices' }),
    search: z.string().max(100).optional().meta({ description: 'A part of a choice' }),
  }),
  operations: ['getQuestions'],
  reads: async ({ productId: id, answers = {}, question, search }, { operations }) => {
    const display = await operations.call<ProductDisplay>('getQuestions', {
      params: { product_id: id },
      body: { answers: answerMapOf(answers) },
    });
    if (question === undefined) return questionsInWords(display, answers);
    const told = questionInWords(display, question, search);
    if (told === undefined)
      throw new ToolRefused(`The product does not ask ${ofProduct(question)} with these answers.`);
    return told;
  },
});

/** A price, of which nothing is saved. */
export const rate = reading({
  name: 'rate',
  title: 'Rate without saving',
  sentence:
    'Prices answers to a product without saving anything: premium, coverages, and what is in the way.',
  input: z.strictObject({
    productId,
    effectiveDate: calendarDate.meta({ description: 'First day of cover' }),
    term: term.optional().meta({ description: 'Default: the usual one' }),
    answers: answersInput,
  }),
  operations: ['tryRating'],
  reads: async ({ productId: id, effectiveDate, term: asked, answers }, { operations, progress }) => {
    progress('Rating');
    const body = { effectiveDate, intake: answerMapOf(answers), ...(asked !== undefined && { term: asked }) };
    const rated = await operations.call<{ ratings: Rated[]; carriers: number; terms: string[] }>(
      'tryRating',
      { params: { product_id: id }, body },
    );
    return { text: `${ratedInWords(rated).text}\n\nNothing was saved.` };
  },
});
