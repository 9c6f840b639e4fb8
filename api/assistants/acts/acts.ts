import { randomUUID } from 'node:crypto';
import { beginAct } from '../../../db/assistants/acts.js';
import { findAct, savePreview } from '../../../db/assistants/previews.js';
import type { Database } from '../../../db/database.js';
import { generateSecret } from '../../../db/identity/secrets.js';
import type { AssistantAct } from '../../../db/models/assistant-act.js';
import { timeZoneOf } from '../../../db/time-zones.js';
import { type ActState, previewMinutes } from '../../../domain/assistants/act.js';
import { actInWords, previewInWords } from '../../../domain/assistants/act-words.js';
import { outside } from '../../../domain/assistants/outside.js';
import { BusinessTime } from '../../../domain/ground/business-time.js';
import type { JsonObject } from '../../../domain/ground/json.js';
import { auditOf, authorOf } from '../../http/person.js';
import type { ActRuns } from '../../runs/act-runs.js';
import { ToolRefused } from '../carry-out.js';
import type { Acts, ActsOf, Preview, Told } from '../tool.js';
import { basisOf, carryAct } from './carry-act.js';
import { holderOf } from './holder.js';

export interface ActDependencies {
  db: Database;
  runs: Pick<ActRuns, 'wakeSoon'>;
  /** System time. */
  now: () => Date;
}

type ContextOfActs = Parameters<ActsOf>[0];

/** How assistants act: what they preview gets a token, and only a token acts, once. */
export const actsOf =
  (uses: ActDependencies): ActsOf =>
  (context) => {
    const { caller, operations } = context;
    return new ActsOfRequest(uses, { ...context, caller: { ...caller, assistant: operations.assistant } });
  };

class ActsOfRequest implements Acts {
  constructor(
    private readonly uses: ActDependencies,
    private readonly context: ContextOfActs,
  ) {}

  /** Keeps the preview, and tells it with its token. */
  preview(made: Preview, tool: string, input: JsonObject): Promise<Told> {
    return this.#save(made, tool, input);
  }

  /**
   * Does what was previewed, unless something has changed since: then the new preview is told, with a new token. Another holder's
   * token, an unknown and a used one are refused.
   */
  async act(token: string): Promise<Told> {
    const { caller, operations } = this.context;
    const previewed = await this.#find({ token }, 'token');
    if (previewed.state !== 'PREVIEWED') throw new ToolRefused(`The token was used: ${words(previewed)}`);
    const { tool, input } = previewed;
    if (previewed.expiresAt <= this.uses.now())
      throw new ToolRefused(`The token has expired. Call \`${tool}\` again, and act on its preview.`);
    const again = await this.context.preview(tool, input ?? {});
    if (basisOf(again) !== previewed.basis) {
      const { text, ...more } = await this.#save(again, tool, input ?? {}, previewed.id);
      return {
        ...more,
        text: `Nothing was done, as something has changed since the preview. It is now:\n\n${text}`,
      };
    }
    const { assistantTerms: terms = {} } = caller;
    const begun = await beginAct(this.uses.db, {
      actId: previewed.id,
      terms,
      now: new BusinessTime(this.uses.now(), await timeZoneOf(this.uses.db, caller.organizationId)),
      ...auditOf(caller),
    });
    if (begun === 'USED')
      throw new ToolRefused('The token was used, or has expired: ask `act_status` with it.');
    if ('refused' in begun)
      throw new ToolRefused(`Nothing was done: ${begun.refused}. Tell the user; do not try another way.`);
    if (begun.state === 'WAITING') {
      await this.uses.runs.wakeSoon(begun);
      return told(begun);
    }
    return told((await carryAct(this.uses, begun, operations)) ?? begun);
  }

  async status({ token, actId }: { token?: string; actId?: string }): Promise<Told> {
    if (token === undefined && actId === undefined)
      throw new ToolRefused('State the token of the preview, or the actId.');
    const found = await this.#find(
      token === undefined ? { actId: actId ?? '' } : { token },
      'token or actId',
    );
    return told(found);
  }

  async #find(of: { token: string } | { actId: string }, what: string): Promise<AssistantAct> {
    const { caller } = this.context;
    const whose = { organizationId: caller.organizationId, holder: holderOf(caller) };
    const found = await findAct(this.uses.db, whose, of);
    if (found !== undefined) return found;
    throw new ToolRefused(
      `There is no preview with this ${what}: preview again, and use the token that it answers.`,
    );
  }

  async #save(made: Preview, tool: string, input: JsonObject, replaces?: string): Promise<Told> {
    const { caller } = this.context;
    const { operation, title, changes, money, about, again } = made;
    const { operationId, ...asked } = operation;
    const id = randomUUID();
    const token = generateSecret();
    const now = this.uses.now();
    await savePreview(this.uses.db, {
      id,
      token,
      organizationId: caller.organizationId,
      holder: holderOf(caller),
      author: authorOf(caller),
      tool,
      operationId,
      input: { ...input, ...again },
      operation: withEventId(operationId, asked as JsonObject, id),
      basis: basisOf(made),
      title,
      changes,
      money: money?.amount ?? null,
      currency: money?.currency ?? null,
      about,
      now,
      expiresAt: new Date(now.getTime() + previewMinutes * 60_000),
      replaces,
    });
    const needsRelease = caller.assistantTerms?.needsRelease === true;
    return {
      text: previewInWords(made, { token, minutes: previewMinutes, needsRelease }),
      structured: { token },
    };
  }
}

/** An event has the id of its act: whoever sees one finds the other, and none is fired twice. */
function withEventId(operationId: string, asked: JsonObject, id: string): JsonObject {
  if (operationId !== 'fireEvent') return asked;
  return { ...asked, body: { ...(asked.body as JsonObject), triggerRequestId: id } };
}

function words({ id, title, outcome, reason, ...act }: AssistantAct): string {
  if (act.state === 'PREVIEWED') return `${title}\nWas previewed only: nothing has changed.`;
  return actInWords({
    id,
    title,
    state: act.state,
    outcome,
    reason: reason === null ? null : outside(reason),
  });
}

function told(act: AssistantAct): Told {
  const structured = { actId: act.id, state: act.state as ActState, ...act.result };
  return { text: words(act), structured };
}
