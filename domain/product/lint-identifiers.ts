import type { ProductDefinition } from './definition.js';
import { type LintIssue, lintError } from './lint-issue.js';
import { linesOf } from './lint-walk.js';

interface Identifier {
  id: string;
  what: 'line' | 'configuration' | 'action';
  path: LintIssue['path'];
}

/** Ids of lines, configurations and actions: each is used once. */
export function lintIdentifiers(definition: ProductDefinition): LintIssue[] {
  const seen = new Map<string, Identifier>();
  return identifiersOf(definition).flatMap((identifier) => {
    const { id, what, path } = identifier;
    const first = seen.get(id);
    if (first) return [lintError(path, `the ${what} id ${id} is the id of another ${first.what} already`)];
    seen.set(id, identifier);
    return [];
  });
}

function identifiersOf({ product, configurations }: ProductDefinition): Identifier[] {
  const lines = [...linesOf(product)].map(
    ({ line, path }): Identifier => ({ id: line.id, what: 'line', path: [...path, 'id'] }),
  );
  const configured = configurations.flatMap(({ id, events }, index): Identifier[] => {
    const path = ['configurations', index];
    const actions = Object.entries(events).flatMap(([type, list]) =>
      list.map(
        (action, position): Identifier => ({
          id: action.id,
          what: 'action',
          path: [...path, 'events', type, position, 'id'],
        }),
      ),
    );
    return [{ id, what: 'configuration', path: [...path, 'id'] }, ...actions];
  });
  return [...lines, ...configured];
}
