import { expect } from 'vitest';
import type { z } from 'zod';
import { Decimal, RatingProblem, toText, type Value } from '../../../domain/expression/index.js';
import type { PlanIssue } from '../../../domain/rating/run/plan-issue.js';
import { compileTable } from '../../../domain/rating/tables/compile-table.js';
import type { ratingTable } from '../../../domain/rating/tables/table.js';
import { aTable } from './rating-factory.js';

export type TableInput = z.input<typeof ratingTable>;

/** What is wrong with a table, as `path: message`. */
export function issuesOf(table: TableInput): string[] {
  const issues: PlanIssue[] = [];
  compileTable('t', aTable(table), issues);
  return issues.map(({ path, message }) => `${path}: ${message}`);
}

/** A sound table as a function of its keys: `[what it found, row]`, or a problem's code. */
export function table(input: TableInput) {
  const issues: PlanIssue[] = [];
  const compiled = compileTable('t', aTable(input), issues);
  expect(issues).toEqual([]);
  return (keys: Value[], column = 0) => {
    try {
      const { value, row } = compiled.lookup(keys, column);
      return [toText(value), row];
    } catch (error) {
      return error instanceof RatingProblem ? error.code : error;
    }
  };
}

export const dec = (value: number | string) => Decimal.of(value);
