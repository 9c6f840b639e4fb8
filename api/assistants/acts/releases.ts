import { decideAct, endAct, noteBegun } from '../../../db/assistants/acts.js';
import { listActs, readAct, usageOf } from '../../../db/assistants/list-acts.js';
import { recordAudit } from '../../../db/audit/record-audit.js';
import type { AssistantAct } from '../../../db/models/assistant-act.js';
import { timeZoneOf } from '../../../db/time-zones.js';
import { refusalInWords } from '../../../domain/assistants/refused.js';
import type { EventType } from '../../../domain/events/catalog.js';
import { dayIn } from '../../../domain/ground/business-time.js';
import { Conflict, Forbidden, NotFound } from '../../errors/app-error.js';
import { type Caller, personOf, requireEvent, requirePermission } from '../../http/caller.js';
import { permissionsFor } from '../../http/endpoint.js';
import { listLimits } from '../../http/list-limits.js';
import { pageOf } from '../../http/page.js';
import { auditOf, authorOf } from '../../http/person.js';
import { NoSuchTool, ToolRefused, Tools } from '../carry-out.js';
import type { InnerRequests } from '../inner-requests.js';
import { refusedActs } from '../no-acts.js';
import { OperationRefused, Operations } from '../operations.js';
import type { Tool, ToolContext } from '../tool.js';
import { actObject } from './act-object.js';
import type { ActDependencies } from './acts.js';
import { basisOf, carryAct } from './carry-act.js';
import type { Holders } from './holder.js';
import type { ActQuery, ActView } from './schemas.js';

export interface ReleaseDependencies extends ActDependencies {
  holders: Holders;
  requests: InnerRequests;
  tools: readonly Tool[];
}

const mostHolders = 100;

/** The acts of assistants, as the people of their organization see and decide on them. */
export class Releases {
  constructor(private readonly uses: ReleaseDependencies) {}

  async list({ organizationId }: Caller, { page, size, state }: ActQuery) {
    const { db, now } = this.uses;
    const limits = listLimits({ page, size }, 'act', { hint: 'narrow the list by state' });
    const day = dayIn(await timeZoneOf(db, organizationId), now());
    const [{ acts, total, isExact }, usage] = await Promise.all([
      listActs(db, organizationId, { state, ...limits }),
      usageOf(db, { organizationId, day, limit: mostHolders }),
    ]);
    const today = usage.map(({ holder, ...used }) => ({ ...holderObject(holder), ...used }));
    return { ...pageOf(acts.map(actObject), { page, size }, total), totalIsExact: isExact, day, today };
  }

  async read(caller: Caller, actId: string): Promise<ActView> {
    return actObject(await this.#find(caller, actId));
  }

  /** Has a waiting act carried out as the key that asked for it, and answers what became of it. */
  async release(caller: Caller, actId: string, reason: string | undefined): Promise<ActView> {
    const decided = await this.#decide(caller, actId, { isReleased: true, reason });
    const ended = (await this.resume(decided)) ?? decided;
    await this.uses.runs.wakeSoon(ended);
    return actObject(ended);
  }

  async refuse(caller: Caller, actId: string, reason: string | undefined): Promise<ActView> {
    const decided = await this.#decide(caller, actId, { isReleased: false, reason });
    await this.uses.runs.wakeSoon(decided);
    return actObject(decided);
  }

  /**
   * Goes on with an act that runs, as its holder is now: one that is released is previewed again first, and does nothing if
   * something has changed. Safe to repeat. Tells its workflow.
   */
  async resume(act: AssistantAct): Promise<AssistantAct | undefined> {
    const { db, now, holders } = this.uses;
    const fail = (outcome: string) => endAct(db, act.id, { state: 'FAILED', outcome, now: now() });
    const caller = await holders.callerOf(act.holder);
    if (caller === undefined)
      return fail('The key or grant that asked for it has ended: it is revoked, disabled or expired.');
    const operations = this.#operationsAs(caller, act);
    if (act.begunAt === null) {
      const why = await this.#whyNotNow(caller, act, operations);
      if (why !== undefined) return fail(why);
      if (!(await noteBegun(db, act.id, now()))) return readAct(db, act.organizationId, act.id);
    }
    const carried = await carryAct(this.uses, act, operations);
    if (carried?.state !== 'RUNNING') await this.uses.runs.wakeSoon(act);
    return carried;
  }

  #operationsAs(caller: Caller, { author, decidedBy }: AssistantAct): Operations {
    const { assistant: name = 'assistant' } = author;
    const by = decidedBy?.personId;
    const releasedBy = by === undefined ? undefined : { personId: by, name: decidedBy?.name ?? '' };
    return new Operations({
      requests: this.uses.requests,
      sender: {
        headers: { 'accept-language': 'en' },
        address: '',
        assistant: { name, ...(releasedBy && { releasedBy }) },
        actsAs: caller,
      },
    });
  }

  /** Why an act is not what was previewed and released; undefined if it is. */
  async #whyNotNow(caller: Caller, act: AssistantAct, operations: Operations): Promise<string | undefined> {
    const { signal } = new AbortController();
    const progress = () => undefined;
    const context: ToolContext = { operations, caller, language: 'en', progress, signal, acts: refusedActs };
    try {
      const again = await new Tools(this.uses.tools, context).preview(act.tool, act.input);
      if (basisOf(again) === act.basis) return undefined;
      return 'Something has changed since the preview: preview it again.';
    } catch (error) {
      if (error instanceof OperationRefused) return refusalInWords(error.problem);
      if (error instanceof NoSuchTool || error instanceof ToolRefused) return error.message;
      throw error;
    }
  }

  async #decide(
    caller: Caller,
    actId: string,
    { isReleased, reason }: { isReleased: boolean; reason: string | undefined },
  ): Promise<AssistantAct> {
    const { db, now } = this.uses;
    // First: another organization's act is none, whoever asks.
    const asked = await this.#find(caller, actId);
    personOf(caller, 'an act of an assistant is released or refused by a person: sign in as a user');
    if (caller.assistant !== undefined) throw new Forbidden('an assistant releases no acts');
    this.#requireOperation(caller, asked);
    const { organizationId } = caller;
    return db.transaction(async (trx) => {
      const found = await decideAct(trx, isReleased, {
        organizationId,
        actId,
        by: authorOf(caller),
        reason,
        now: now(),
      });
      if (found === undefined) throw new NotFound('act', actId);
      if (!found.isDecided) {
        // A repetition of the same person's decision finds it.
        const isSame = found.act.decidedBy?.personId === caller.personId;
        if (isSame && (found.act.state === 'REFUSED') !== isReleased) return found.act;
        throw new Conflict(`the act does not wait for a person: it is ${found.act.state}`);
      }
      await recordAudit(trx, {
        ...auditOf(caller),
        action: isReleased ? 'ASSISTANT_ACT_RELEASED' : 'ASSISTANT_ACT_REFUSED',
        organizationId,
        targetId: actId,
        details: { tool: found.act.tool, assistant: found.act.author.assistant ?? '' },
      });
      return found.act;
    });
  }

  /** Nobody lets an assistant do what they may not do themselves. */
  #requireOperation(caller: Caller, { operationId, operation }: AssistantAct): void {
    const endpoint = this.uses.requests.endpoint(operationId);
    if (endpoint === undefined || operation === null) return;
    const { type } = (operation.body ?? {}) as { type?: EventType };
    const needed = permissionsFor(endpoint);
    if (endpoint.permission === 'BY_EVENT_TYPE' && type !== undefined) requireEvent(caller, type);
    else if (needed.length > 0) requirePermission(caller, ...needed);
  }

  async #find({ organizationId }: Caller, actId: string): Promise<AssistantAct> {
    const act = await readAct(this.uses.db, organizationId, actId);
    if (act === undefined) throw new NotFound('act', actId);
    return act;
  }
}

/** `key/ioi_…` as `{ apiKey }`; of a grant and a person the id. */
function holderObject(holder: string): { apiKey?: string; grantId?: string; personId?: string } {
  const [kind, id = ''] = holder.split('/');
  return kind === 'key' ? { apiKey: id } : kind === 'grant' ? { grantId: id } : { personId: id };
}
