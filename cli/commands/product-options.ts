import { InvalidArgumentError, Option } from 'commander';
import { ProductError } from '../../db/products/product-error.js';
import { calendarDate, uuid } from '../../domain/ground/primitives.js';
import { isTerm, namedTerm, type Term } from '../../domain/ground/term.js';
import { environments } from '../../domain/product/timeline.js';
import { CommandFailure } from '../ground/command-failure.js';

/** Reads an id in upper or lower case. */
export function parseUuid(text: string): string {
  if (!uuid.safeParse(text).success) throw new InvalidArgumentError('It must be a UUID.');
  return text.toLowerCase();
}

/** Reads an existing date. */
export function parseDate(text: string): string {
  if (!calendarDate.safeParse(text).success) {
    throw new InvalidArgumentError('It must be a date such as 2026-01-31.');
  }
  return text;
}

export function environmentOption(): Option {
  return new Option('--environment <name>', 'the environment').choices(environments).makeOptionMandatory();
}

/** Reads a term in upper or lower case. */
export function parseTerm(text: string): Term {
  const name = text.toUpperCase();
  if (isTerm(name)) return name;
  throw new CommandFailure(
    `The term must be ${namedTerm.options.join(', ')}, or another number of months such as 36_MONTHS.`,
  );
}

/** Runs a command's work; a refusal is reported in one sentence. */
export async function plainly<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProductError) throw new CommandFailure(asSentence(error.message));
    throw error;
  }
}

function asSentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
