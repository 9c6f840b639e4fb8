import type { RiskSource } from '../../documents/impact/risk-source.js';
import { isObject } from '../../domain/ground/json.js';
import type { ProductDefinition } from '../../domain/product/definition.js';
import { stateQuestionOf } from '../../domain/product/overlaid-product.js';
import { type HoldingOptions, whatHolds } from '../products/what-holds.js';

/** Two versions and the risks to compare them on. */
export interface Comparison {
  before: ProductDefinition;
  after: ProductDefinition;
  source: RiskSource;
}

/**
 * The comparison in one state: what holds there of both versions on one day, whatever the days of the risks, and the risks there.
 * So each changed table and step has its own contribution. Without a state it is the whole comparison, where overlays are parts.
 */
export function inOneState<Compared extends Comparison>(
  compared: Compared,
  { state, on }: HoldingOptions,
): Compared {
  const { before, after, source } = compared;
  const options = { ...(state !== undefined && { state }), ...(on !== undefined && { on }) };
  const [heldBefore, heldAfter] = [whatHolds(before, options), whatHolds(after, options)];
  if (state === undefined || heldBefore === null || heldAfter === null) return compared;
  const question = stateQuestionOf(before);
  const isThere = (answers: unknown) => {
    const answer = isObject(answers) ? answers[question] : undefined;
    return (isObject(answer) ? answer.answer : answer) === state;
  };
  return {
    ...compared,
    before: heldBefore.definition,
    after: heldAfter.definition,
    source: {
      ...source,
      jobs: async function* () {
        for await (const { risks, written, ...job } of source.jobs())
          yield {
            ...job,
            ...(risks && { risks: risks.filter(({ intake }) => isThere(intake)) }),
            ...(written && {
              written: written.filter((each) => isObject(each.written) && isThere(each.written.answers)),
            }),
          };
      },
    },
  };
}
