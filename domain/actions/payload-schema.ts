import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { canonicalJson } from '../ground/canonical-json.js';
import type { Json, JsonObject } from '../ground/json.js';
import { Pattern, PatternBudget, PatternTooCostly } from '../ground/pattern.js';
import { isCheckable, schemaParts } from './schema-bounds.js';

/** A violation of a payload's schema. */
export interface SchemaProblem {
  path: string[];
  detail: string;
}

/** A compiled schema. */
interface Validator {
  /** Compares a payload; its violations are in `validate.errors`. */
  validate: ValidateFunction;
  /** How many parts a payload is compared with. */
  parts: number;
  /** Begins a check: gives its patterns a new budget. */
  begin(): void;
}

const compiled = new WeakMap<JsonObject, Validator>();

const tooLarge = (why: string): SchemaProblem[] => [{ path: [], detail: why }];

/** The fault of an invalid JSON Schema, or of one that could keep a process busy; undefined if it can be used. */
export function schemaFault(schema: JsonObject): string | undefined {
  try {
    validatorOf(schema);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * The violations of a schema in a payload (JSON Schema 2020-12), at most ten. A payload that is too large to be compared
 * with the schema at once violates it.
 */
export function schemaProblems(schema: JsonObject, payload: JsonObject): SchemaProblem[] {
  const { validate, parts, begin } = validatorOf(schema);
  if (!isCheckable(payload, parts)) return tooLarge('is too large to be compared with its schema');
  begin();
  try {
    if (validate(payload)) return [];
  } catch (error) {
    if (error instanceof PatternTooCostly)
      return tooLarge('has texts too long to be compared with their patterns');
    throw error;
  }
  return (validate.errors ?? []).slice(0, 10).map(problemOf);
}

/** Each schema is compiled once: a product version's definition stays the same object while in memory. */
function validatorOf(schema: JsonObject): Validator {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const parts = schemaParts(schema);
  let budget = new PatternBudget();
  const begin = () => {
    budget = new PatternBudget();
  };
  const regExp = (written: string) => {
    const pattern = new Pattern(written);
    // Ajv tells patterns apart by their text.
    return { test: (text: string) => pattern.test(text, budget), toString: () => written };
  };
  // Each schema gets a separate validator, because schemas of two products may have the same $id.
  const ajv = new Ajv2020({
    allErrors: false,
    strict: false,
    validateFormats: false,
    code: { regExp: Object.assign(regExp, { code: 'pattern' }) },
  });
  useDistinctItems(ajv);
  const validator = { validate: ajv.compile(schema), parts, begin };
  compiled.set(schema, validator);
  return validator;
}

/** Ajv compares each item with each other one; this takes time in proportion to the list. */
function useDistinctItems(ajv: Ajv2020): void {
  ajv.removeKeyword('uniqueItems');
  ajv.addKeyword({
    keyword: 'uniqueItems',
    type: 'array',
    schemaType: 'boolean',
    validate: (distinct: boolean, items: Json[]) =>
      !distinct || new Set(items.map(canonicalJson)).size === items.length,
    error: { message: 'must not have an item twice' },
  });
}

function problemOf({ instancePath, message, params }: ErrorObject): SchemaProblem {
  const path = instancePath.split('/').slice(1).map(unescaped);
  const missing: unknown = params.missingProperty;
  return {
    path: typeof missing === 'string' ? [...path, missing] : path,
    detail: typeof missing === 'string' ? 'is required' : (message ?? 'does not fit the schema'),
  };
}

/** JSON Pointer, RFC 6901. */
const unescaped = (name: string): string => name.replaceAll('~1', '/').replaceAll('~0', '~');
