import { useState } from 'react';
import { ConflictError, ioi, type Quote } from '../../api/client.js';
import { errorAt } from '../../api/problems.js';
import { useAction } from '../../api/queries.js';
import { Button } from '../../parts/button.js';
import { Actions, Dialog } from '../../parts/dialog.js';
import { ChoiceField, TextAreaField } from '../../parts/field.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { Decision, personOf } from '../../parts/quotes/decision.js';
import { nameOfQuote } from '../../parts/quotes/quote-record.js';
import { Problem } from '../../parts/states.js';
import { say } from '../../parts/toast.js';
import { me } from '../../session/me.js';
import { money } from '../../texts/formats.js';
import { t } from '../../texts/texts.js';

interface Draft {
  decision: '' | 'approve' | 'decline';
  notes: string;
}

/** What was entered and not sent, in the memory of this page: closing the dialog loses nothing. */
const drafts = new Map<string, Draft>();

/** Approves or declines a referral. Says so if somebody else was first, and keeps the notes. */
export function Decide({
  quote,
  preset,
  close,
  decided,
}: {
  quote: Quote;
  /** What the button was for that opened it. */
  preset?: Draft['decision'] | undefined;
  close: () => void;
  /** It is decided: the next one is shown. */
  decided: () => void;
}) {
  const { requestId: quoteId } = quote;
  const kept = drafts.get(quoteId);
  const [draft, setDraft] = useState<Draft>({
    decision: preset ?? kept?.decision ?? '',
    notes: kept?.notes ?? '',
  });
  const change = (changed: Partial<Draft>) => {
    const after = { ...draft, ...changed };
    drafts.set(quoteId, after);
    setDraft(after);
  };
  const isApproved = draft.decision === 'approve';
  const notes = draft.notes.trim();
  const decide = useAction(() => decideOrSee(quoteId, isApproved, notes), {
    changes: [['quotes'], ['queue']],
    then: ({ isMine }) => {
      if (!isMine) return;
      drafts.delete(quoteId);
      say(t(isApproved ? 'queue.hasApproved' : 'queue.hasDeclined', { name: nameOfQuote(quote) }));
      decided();
    },
  });
  const meanwhile = decide.data?.isMine === false ? decide.data.response : undefined;
  if (meanwhile) {
    return <Meanwhile quoteId={quoteId} response={meanwhile} notes={notes} close={close} />;
  }
  const isDeclined = draft.decision === 'decline';
  const amount = quote.quoteDetails ? money(quote.quoteDetails.premium.amount) : '–';
  return (
    <FormDialog
      title={t('queue.decideTitle', { name: nameOfQuote(quote) })}
      action={isDeclined ? t('queue.decline') : t('queue.approveAt', { amount })}
      danger={isDeclined}
      disabled={draft.decision === ''}
      act={decide}
      fields={['/underwriterNotes']}
      close={close}
    >
      <ChoiceField
        label={t('queue.decision')}
        value={draft.decision}
        choices={[
          ['approve', t('queue.approve'), t('queue.approveDetail', { amount })],
          ['decline', t('queue.decline'), t('queue.declineDetail')],
        ]}
        onValue={(decision) => change({ decision })}
      />
      <TextAreaField
        data-autofocus
        label={t('queue.notes')}
        hint={t('queue.notesHint')}
        value={draft.notes}
        error={errorAt(decide.error, '/underwriterNotes')}
        onValue={(value) => change({ notes: value })}
      />
    </FormDialog>
  );
}

/**
 * Decides, and reads whose decision the quote has now: the same decision by somebody else is accepted and changes nothing,
 * the opposite one is refused.
 */
async function decideOrSee(quoteId: string, isApproved: boolean, underwriterNotes: string) {
  const refusal = await ioi.quotes
    .decideAsUnderwriter(quoteId, { isApproved, ...(underwriterNotes && { underwriterNotes }) })
    .catch((error: unknown) => {
      if (error instanceof ConflictError) return error;
      throw error;
    });
  const { underwriterResponse: response } = await ioi.quotes.get(quoteId);
  if (!response && refusal) throw refusal;
  const isMine =
    response?.isApproved === isApproved &&
    personOf(response).id === me().personId &&
    (response.underwriterNotes ?? '') === underwriterNotes;
  return { isMine, response };
}

/** Somebody else has decided: who, what and why. The notes can be kept as a note. */
function Meanwhile({
  quoteId,
  response,
  notes,
  close,
}: {
  quoteId: string;
  response: NonNullable<Quote['underwriterResponse']>;
  notes: string;
  close: () => void;
}) {
  const keep = useAction(() => ioi.quotes.addNote(quoteId, { text: notes }), {
    done: () => t('queue.noteAdded'),
    changes: [['quotes', quoteId]],
    then: () => {
      drafts.delete(quoteId);
      close();
    },
  });
  return (
    <Dialog title={t('queue.meanwhile')} close={close}>
      <Decision response={response} />
      {notes && (
        <>
          <p>{t('queue.yourNotes')}</p>
          <blockquote>{notes}</blockquote>
        </>
      )}
      {keep.error && <Problem error={keep.error} />}
      <Actions>
        <Button onClick={close}>{t('parts.close')}</Button>
        {notes && (
          <Button look="main" busy={keep.isPending} onClick={() => keep.mutate(undefined)}>
            {t('queue.keepAsNote')}
          </Button>
        )}
      </Actions>
    </Dialog>
  );
}
