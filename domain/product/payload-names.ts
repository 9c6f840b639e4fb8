import type { ConfiguredAction } from '../actions/configured-action.js';
import { readableReferences } from '../expression/index.js';
import type { Json } from '../ground/json.js';
import type { QuestionTypes } from '../questions/question-types.js';
import { placesIn } from '../runs/event-template.js';
import type { ProductDefinition } from './definition.js';
import { placedActions } from './placed-actions.js';

/** Names of an event's payload; the empty name stands for the whole payload. */
export type PayloadNames = ReadonlySet<string>;

/** The names that a product's actions read in their conditions and templates. */
export function payloadNamesOf(definition: ProductDefinition, questions: QuestionTypes): PayloadNames {
  const paths = placedActions(definition).flatMap(({ action }) => [
    ...valuesIn(action.when, questions),
    ...placesIn(templateOf(action)),
  ]);
  return new Set(
    paths.flatMap((path) => {
      const [root, name = ''] = path.split('.');
      return root === 'payload' ? [name] : [];
    }),
  );
}

function valuesIn(when: unknown, questions: QuestionTypes): string[] {
  if (when === undefined) return [];
  return readableReferences(when, questions).flatMap(({ operator, name }) =>
    operator === 'value' ? [name] : [],
  );
}

function templateOf(action: ConfiguredAction): Json {
  switch (action.type) {
    case 'HTTP_REQUEST':
      return action.body ?? null;
    case 'FIRE_EVENT':
      return action.payload;
    case 'CREATE_TASK':
      return action.title;
    case 'DATA_LOOKUP':
      return action.send;
    case 'IOI_RATING':
    case 'BUNDLE_RATING':
    case 'THIRD_PARTY_RATING':
    case 'THIRD_PARTY_RATING_ALGO':
    case 'INBOUND_WAIT':
    case 'DOCUMENT_GENERATION':
    case 'CONFIGURATION_FORM_DATA_EVALUATION':
    case 'SEND_EMAIL':
      return null;
  }
}
