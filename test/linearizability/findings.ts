import { check, type Model } from './checker.js';
import type { History, Operation } from './history.js';
import { models } from './models.js';

/** What contradicts the promise of a history's model, for a person to read; undefined if nothing does. */
export function findingsIn({ model, key, operations }: History): string | undefined {
  const promise = models[model as keyof typeof models] as Model<unknown, unknown, unknown>;
  const { isLinearizable, order } = check(promise, operations);
  if (isLinearizable) return undefined;
  const taken = new Set(order.map(({ operation }) => operation));
  const began = Math.min(...operations.map(({ called }) => called));
  const line = ({ caller, input, output, called, returned }: Operation) =>
    [
      `${called - began} to ${returned === null ? '?' : returned - began} ms`,
      `caller ${caller}`,
      JSON.stringify(input),
      output === undefined ? 'no answer' : JSON.stringify(output),
    ].join('  ');
  return [
    `${model} of ${key} is broken. The longest possible order:`,
    ...order.map(({ operation, state }) => `  ${line(operation)}  then ${JSON.stringify(state)}`),
    'does not go on with any of:',
    ...operations
      .filter((operation) => !taken.has(operation) && operation.returned !== null)
      .map((one) => `  ${line(one)}`),
  ].join('\n');
}
