import { isBlank, RatingProblem } from '../expression/index.js';
import { suggestion } from '../ground/nearest.js';
import { keyValuesOf } from '../intake/intake-formats.js';
import type { CompiledProduct } from '../product/compile-product.js';
import type { ProductDefinition } from '../product/definition.js';
import { placedActions } from '../product/placed-actions.js';
import type { QuestionType, QuestionTypes } from '../questions/question-types.js';
import { compileReading } from '../rating/intake/asked-question.js';
import { inLoop, isMap } from './answers.js';
import type { BookAnswers, BookPolicy, Finding } from './records.js';

/** What a product knows of the codes in a book. */
export interface ProductCodes {
  /** The key of the product. */
  product: string;
  questions: QuestionTypes;
  /** Undefined: carriers give coverages the codes that they like. */
  coverages: ReadonlySet<string> | undefined;
  /** Why an answer's text cannot be read; undefined if it can. */
  whyNotRead(type: QuestionType, text: string): string | undefined;
}

/** A code that is not known, or an answer that is not usable: `code` is the same wherever it occurs again. */
export interface OddCode {
  code: string;
  finding: Finding & { field: string };
  isUsable: boolean;
}

/** The questions and coverages of a product version. */
export function codesOf({
  definition,
  compiled: { questionTypes: questions },
}: {
  definition: ProductDefinition;
  compiled: Pick<CompiledProduct, 'questionTypes'>;
}): ProductCodes {
  const asksCarriers = placedActions(definition).some(({ action }) => action.type === 'THIRD_PARTY_RATING');
  const plans = Object.values(definition.ratingPlans);
  const readings = new Map<string, (text: string) => unknown>();
  return {
    product: definition.key,
    questions,
    coverages: asksCarriers
      ? undefined
      : new Set(plans.flatMap(({ coverages }) => coverages.map(({ code }) => code))),
    whyNotRead(type, text) {
      const read = readings.get(type.qid) ?? compileReading(type);
      readings.set(type.qid, read);
      try {
        read(text);
        return undefined;
      } catch (error) {
        if (error instanceof RatingProblem) return error.message;
        throw error;
      }
    },
  };
}

/**
 * The codes of a policy that its product does not know, which are kept and rate nothing, and the answers that it cannot read.
 * Those that a policy in force has now are errors: its renewals are rated with them.
 */
export function oddCodesOf(
  { changes }: Pick<BookPolicy, 'changes'>,
  codes: ProductCodes,
  { isInForce }: { isInForce: boolean },
): { errors: Finding[]; odd: OddCode[] } {
  const [all, present]: [OddCode[], Map<string, Finding>] = [[], new Map()];
  for (const [index, { kind, answers, coverages }] of changes.entries()) {
    const field = `changes[${index}]`;
    if ((kind === 'ISSUE' || kind === 'RENEW') && answers !== undefined) present.clear();
    for (const [name, text] of Object.entries(pairsOf(answers ?? {}))) {
      const odd = oddAnswer(name, text, codes);
      present.delete(name);
      if (odd === undefined) continue;
      const finding = { field: `${field}.answers.${name}`, message: odd.message };
      if (!odd.isUsable) present.set(name, finding);
      all.push({ code: `${codes.product} ${odd.isUsable} ${odd.qid}`, finding, isUsable: odd.isUsable });
    }
    all.push(...oddCoverages(coverages, field, codes));
  }
  const errors = isInForce ? [...present.values()] : [];
  return { errors, odd: all };
}

function oddCoverages(
  given: BookPolicy['changes'][number]['coverages'],
  field: string,
  { product, coverages }: ProductCodes,
): OddCode[] {
  return given.flatMap(({ coverage }, index): OddCode[] => {
    if (coverages === undefined || coverages.has(coverage)) return [];
    const message = `${product} has no coverage "${coverage}"${suggestion(coverage, coverages)}`;
    const finding = { field: `${field}.coverages[${index}].coverage`, message };
    return [{ code: `${product} coverage ${coverage}`, finding, isUsable: true }];
  });
}

/** The answers of a client that no product of the insurer asks for. */
export function oddCodesOfClient(
  answers: BookAnswers,
  { insurer, products }: { insurer: string; products: readonly ProductCodes[] },
): OddCode[] {
  return Object.keys(pairsOf(answers)).flatMap((name): OddCode[] => {
    const { qid } = questionAt(name);
    if (products.length === 0 || products.some(({ questions }) => questions.has(qid))) return [];
    const asked = products.flatMap(({ questions }) => [...questions.keys()]);
    const message = `no product of ${insurer} asks "${qid}"${suggestion(qid, asked)}`;
    return [{ code: `client ${qid}`, finding: { field: `answers.${name}`, message }, isUsable: true }];
  });
}

const pairsOf = (answers: BookAnswers): Readonly<Record<string, string>> =>
  isMap(answers) ? keyValuesOf(answers) : (answers as Record<string, string>);

/** The question of a pair's name such as `vehicles[0].year`, and the loop that it names. */
function questionAt(name: string): { qid: string; loop: string | undefined; isIteration: boolean } {
  const [, loop, , child] = inLoop.exec(name) ?? [];
  return { qid: child ?? loop ?? name, loop, isIteration: loop !== undefined && child === undefined };
}

function oddAnswer(
  name: string,
  text: string,
  codes: ProductCodes,
): { qid: string; message: string; isUsable: boolean } | undefined {
  const { qid, loop, isIteration } = questionAt(name);
  const type = codes.questions.get(qid);
  if (type === undefined) {
    const message = `${codes.product} asks no question "${qid}"${suggestion(qid, codes.questions.keys())}`;
    return { qid, message, isUsable: true };
  }
  const unusable = (message: string) => ({ qid, message, isUsable: false });
  const isItsPlace = isIteration ? type.isLoop : type.loop === (loop ?? null) && !type.isLoop;
  if (!isItsPlace) {
    const wanted = type.isLoop ? `${qid}[0].…` : type.loop === null ? qid : `${type.loop}[0].${qid}`;
    return unusable(`the product asks it as \`${wanted}\``);
  }
  // An answer that names an iteration has the place of one, such as `drivers[0]`.
  if (isIteration || isBlank(text) || type.definition?.iterationOf !== undefined) return undefined;
  const why = codes.whyNotRead(type, text);
  return why === undefined ? undefined : unusable(why);
}
