import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import type { JsonObject } from '../ground/json.js';

/** A violation of a payload's schema. */
export interface SchemaProblem {
  path: string[];
  detail: string;
}

const compiled = new WeakMap<JsonObject, ValidateFunction>();

/** The fault of an invalid JSON Schema; undefined if it is valid. */
export function schemaFault(schema: JsonObject): string | undefined {
  try {
    validatorOf(schema);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The violations of a schema in a payload (JSON Schema 2020-12), at most ten. */
export function schemaProblems(schema: JsonObject, payload: JsonObject): SchemaProblem[] {
  const validate = validatorOf(schema);
  if (validate(payload)) return [];
  return (validate.errors ?? []).slice(0, 10).map(problemOf);
}

/** Each schema is compiled once: a product version's definition stays the same object while in memory. */
function validatorOf(schema: JsonObject): ValidateFunction {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  // Each schema gets a separate validator, because schemas of two products may have the same $id.
  const ajv = new Ajv2020({ allErrors: false, strict: false, validateFormats: false });
  const validate = ajv.compile(schema);
  compiled.set(schema, validate);
  return validate;
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
