import type { JsonObject } from '../ground/json.js';
import { jsonSchemaOf } from '../product/file/json-schema.js';
import { caseList } from './read-cases.js';

/** JSON Schema (draft 7, which editors know) of a `.cases.yaml` file. Numbers and booleans are read as texts. */
export function casesJsonSchema(): JsonObject {
  return jsonSchemaOf(caseList, (written) => {
    if (written.type === 'string' && written.enum === undefined) {
      Object.assign(written, { type: ['string', 'number', 'boolean'] });
    }
  });
}
