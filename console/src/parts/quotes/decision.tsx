import type { JsonObject } from '../../api/client.js';
import { t } from '../../texts/texts.js';
import { Notice } from '../notice.js';
import { Moment } from '../values.js';

/** Who wrote or decided something. */
export function personOf({ createdBy }: { createdBy?: unknown }): { id?: string; name: string } {
  const { id, name } = (createdBy ?? {}) as { id?: string; name?: string };
  return { ...(id !== undefined && { id }), name: name ?? '–' };
}

export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** A decision with who made it, when and why. */
export function Decision({ title, response }: { title?: string; response: JsonObject }) {
  const { isApproved, underwriterNotes, comments, decisionTimestamp } = response;
  const { name } = personOf(response);
  const notes = textOf(underwriterNotes) ?? textOf(comments);
  const said = isApproved ? t('queue.approvedBy', { name }) : t('queue.declinedBy', { name });
  return (
    <Notice tone={isApproved ? 'good' : 'bad'} title={title ?? said}>
      {title && `${said} `}
      {notes && `${notes} `}
      <span className="quiet">
        <Moment at={textOf(decisionTimestamp)} />
      </span>
    </Notice>
  );
}
