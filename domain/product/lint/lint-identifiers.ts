import { type LintIssue, lintError } from '../../ground/lint-issue.js';
import type { ProductDefinition } from '../definition.js';
import { placedActions } from '../placed-actions.js';
import { linesOf } from './lint-walk.js';

interface Identifier {
  id: string;
  what: 'line' | 'configuration' | 'action' | 'form';
  path: LintIssue['path'];
}

/** Checks that ids of lines, configurations, actions and forms are unique. */
export function lintIdentifiers(definition: ProductDefinition): LintIssue[] {
  const seen = new Map<string, Identifier>();
  return identifiersOf(definition).flatMap((identifier) => {
    const { id, what, path } = identifier;
    const first = seen.get(id);
    if (first) return [lintError(path, `the ${what} id ${id} is already the id of another ${first.what}`)];
    seen.set(id, identifier);
    return [];
  });
}

function identifiersOf(definition: ProductDefinition): Identifier[] {
  const lines = [...linesOf(definition.product)].map(
    ({ line, path }): Identifier => ({ id: line.id, what: 'line', path: [...path, 'id'] }),
  );
  const configurations = definition.configurations.map(
    ({ id }, index): Identifier => ({ id, what: 'configuration', path: ['configurations', index, 'id'] }),
  );
  const actions = placedActions(definition).map(
    ({ action, path }): Identifier => ({ id: action.id, what: 'action', path: [...path, 'id'] }),
  );
  const forms = (definition.forms ?? []).map(
    ({ formConfigId }, index): Identifier => ({
      id: formConfigId,
      what: 'form',
      path: ['forms', index, 'formConfigId'],
    }),
  );
  return [...lines, ...configurations, ...actions, ...forms];
}
