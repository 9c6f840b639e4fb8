import { setImmediate as othersHadTheirTurn } from 'node:timers/promises';
import { eventKeyOf, eventKeysIn } from '../../domain/events/event-key.js';
import { derivedId } from '../../domain/ground/derived-id.js';
import { partsOfDerivedIds } from '../../domain/policy/derived-ids.js';
import { statementIdOf } from '../billing/statements.js';
import { policyIdOf } from '../policies/issue-policy.js';
import type { PolicyToCopy, RecordsToCopy } from './records-to-copy.js';

/** The policies after which other work of the process has its turn: each needs some hundred hashes. */
const policiesAtOnce = 20;

/**
 * The ids of copies by those of their originals, with the events of tasks that a copy needs so that they are not done
 * again. Where the service derives an id, that of the copy is derived likewise: so the service finds what was done for the
 * original as done for the copy.
 */
export async function copiedIds(
  copyId: string,
  { records, policies, firedByService, pipelines }: RecordsToCopy,
): Promise<{ ids: Map<string, string>; eventsOfTasks: string[] }> {
  const ids = await newIds(copyId, [...Object.values(records).flat(), ...pipelines]);
  const tasks = new Set(firedByService.filter((id) => !ids.has(id)));
  // Where another organization had an event with the id: hardly ever.
  const namesOf = hasKeys([...tasks, ...records.events]) ? keysOf : (id: string) => [id];
  const eventsOfTasks = new Set<string>();
  for (const [index, policy] of policies.entries()) {
    if (index % policiesAtOnce === 0) await othersHadTheirTurn();
    for (const { original, copy } of derivations(policy, ids)) {
      const id = derivedId(...original);
      for (const key of namesOf(id, policy)) {
        if (tasks.has(key)) eventsOfTasks.add(key);
        if (ids.has(key) || tasks.has(key)) ids.set(key, derivedId(...copy));
      }
    }
  }
  return { ids, eventsOfTasks: [...eventsOfTasks] };
}

async function newIds(copyId: string, originals: readonly string[]): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const id of originals) {
    ids.set(id, derivedId(copyId, id));
    if (ids.size % 1_000 === 0) await othersHadTheirTurn();
  }
  return ids;
}

const hasKeys = (events: readonly string[]): boolean => events.some((id) => eventKeysIn(id).length > 0);

const keysOf = (id: string, { sides }: PolicyToCopy): string[] => [
  id,
  ...sides.map((side) => eventKeyOf(side, id)),
];

/** What ids are derived from for a policy and for its copy, whose own ids, and those of its statements, it gives. */
function derivations(policy: PolicyToCopy, ids: Map<string, string>) {
  const policyId = idOfCopy(policy, ids);
  ids.set(policy.id, policyId);
  for (const { id, termNumber, number } of policy.statements) {
    if (id === statementIdOf({ policyId: policy.id, termNumber, number })) {
      ids.set(id, statementIdOf({ policyId, termNumber, number }));
    }
  }
  const statements = policy.statements.map(({ id, movedTo }) => ({ id: ids.get(id) ?? id, movedTo }));
  const copies = partsOfDerivedIds(policyId, { ...policy, statements });
  return partsOfDerivedIds(policy.id, policy).map((original, place) => ({
    original,
    copy: copies[place] ?? original,
  }));
}

function idOfCopy({ id, issuedFrom }: PolicyToCopy, ids: ReadonlyMap<string, string>): string {
  const quoteId = ids.get(issuedFrom);
  return quoteId !== undefined && id === policyIdOf(issuedFrom) ? policyIdOf(quoteId) : (ids.get(id) ?? id);
}
