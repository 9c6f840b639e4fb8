import { useState } from 'react';
import { ConflictError, ioi, type QuoteReview, type Reviewer } from '../../api/client.js';
import { useAction, useRead } from '../../api/queries.js';
import { Button } from '../../parts/button.js';
import { Actions, Dialog } from '../../parts/dialog.js';
import { SelectField } from '../../parts/field.js';
import { Loaded, Problem } from '../../parts/states.js';
import { me } from '../../session/me.js';
import { t } from '../../texts/texts.js';

interface Assignment {
  quoteId: string;
  /** Default: the person who is signed in. */
  personId?: string;
  /** Who has it now. */
  from?: string;
}

const changes = [['quotes'], ['queue']];

/** Assigns and releases referrals. The service tells the second of two people who was first. */
export function useAssign(then?: () => void) {
  const assign = useAction(
    ({ quoteId, ...assignment }: Assignment) => ioi.quotes.assign(quoteId, assignment),
    {
      done: ({ assignedTo }) => t('queue.assigned', { name: assignedTo?.name ?? '' }),
      changes,
      ...(then && { then }),
    },
  );
  const release = useAction(
    ({ quoteId, ...release }: Omit<Assignment, 'personId'>) => ioi.quotes.release(quoteId, release),
    { done: () => t('queue.released'), changes, ...(then && { then }) },
  );
  return { assign, release };
}

/** Who has the referral already, if that is why it could not be assigned. */
export function takenBy(error: unknown): Reviewer | undefined {
  if (!(error instanceof ConflictError) || error.code !== 'ALREADY_ASSIGNED') return undefined;
  return error.problem?.assignedTo as Reviewer | undefined;
}

/** Takes, gives away or releases a referral. */
export function Assignment({ review, close }: { review: QuoteReview; close: () => void }) {
  const { assignedTo, requestId: quoteId } = review;
  const [personId, setPerson] = useState(assignedTo?.personId ?? me().personId ?? '');
  const people = useRead(
    ['underwriters'],
    async (signal) => (await ioi.quotes.listUnderwriters({ signal })).underwriters,
  );
  const { assign, release } = useAssign(close);
  const error = assign.error ?? release.error;
  const holder = takenBy(error) ?? assignedTo;
  const from = holder?.personId;
  const taken = from === undefined ? {} : { from };
  return (
    <Dialog title={t('queue.assign')} close={close}>
      <Loaded query={people} lines={1}>
        {(found) => (
          <SelectField
            label={t('queue.assignedTo')}
            value={personId}
            choices={found.map((each) => [each.personId, each.name])}
            onValue={setPerson}
          />
        )}
      </Loaded>
      {from !== undefined && from !== personId && (
        <p className="quiet">{t('queue.takes', { name: holder?.name ?? '' })}</p>
      )}
      {error && <Problem error={error} />}
      <Actions>
        <Button onClick={close}>{t('parts.cancel')}</Button>
        {assignedTo && (
          <Button busy={release.isPending} onClick={() => release.mutate({ quoteId, ...taken })}>
            {t('queue.release')}
          </Button>
        )}
        <Button
          look="main"
          busy={assign.isPending}
          onClick={() => assign.mutate({ quoteId, personId, ...taken })}
        >
          {t('queue.assign')}
        </Button>
      </Actions>
    </Dialog>
  );
}
