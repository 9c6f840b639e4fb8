import { eventKeyOf } from '../../domain/events/event-key.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import { idsDerivedFrom } from '../../domain/policy/derived-ids.js';
import { statementIdOf } from '../billing/statements.js';
import { policyIdOf } from '../policies/issue-policy.js';
import type { PolicyToCopy, RecordsToCopy } from './records-to-copy.js';

/**
 * The ids of copies by those of their originals, with the events of tasks that a copy needs so that they are not done
 * again. Where the service derives an id, that of the copy is derived likewise: so the service finds what was done for the
 * original as done for the copy.
 */
export function copiedIds(
  copyId: string,
  { records, policies, firedByService, pipelines }: RecordsToCopy,
): { ids: Map<string, string>; eventsOfTasks: string[] } {
  const ids = new Map<string, string>();
  const anyId = (id: string) => derivedId(copyId, id);
  for (const each of [...Object.values(records).flat(), ...pipelines]) ids.set(each, anyId(each));

  const tasks = new Set(firedByService.filter((id) => !ids.has(id)));
  const eventsOfTasks: string[] = [];
  const derive = (id: string, copy: string) => {
    if (tasks.has(id)) eventsOfTasks.push(id);
    if (ids.has(id) || tasks.has(id)) ids.set(id, copy);
  };
  for (const policy of policies) {
    const policyId = idOfCopy(policy, ids);
    ids.set(policy.id, policyId);
    for (const { id, termNumber, number } of policy.statements) {
      const numbered = { termNumber, number };
      if (id === statementIdOf({ policyId: policy.id, ...numbered })) {
        ids.set(id, statementIdOf({ policyId, ...numbered }));
      }
    }
    const copies = idsDerivedFrom(policyId, {
      ...policy,
      statements: policy.statements.map(({ id, movedTo }) => ({ id: ids.get(id) ?? id, movedTo })),
    });
    for (const [index, id] of idsDerivedFrom(policy.id, policy).entries()) {
      const copy = copies[index] ?? anyId(id);
      derive(id, copy);
      // Where another organization had an event with the id.
      for (const side of policy.sides) derive(eventKeyOf(side, id), copy);
    }
  }
  return { ids, eventsOfTasks };
}

function idOfCopy({ id, issuedFrom }: PolicyToCopy, ids: ReadonlyMap<string, string>): string {
  const quoteId = ids.get(issuedFrom);
  return quoteId !== undefined && id === policyIdOf(issuedFrom) ? policyIdOf(quoteId) : (ids.get(id) ?? id);
}
