import { ioi } from '../../api/client.js';
import { today } from '../../api/days.js';
import { useAction } from '../../api/queries.js';
import { TextField } from '../../parts/field.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { filled, useFields } from '../../parts/use-fields.js';
import { t } from '../../texts/texts.js';

/** Records that a letter was posted: the day, who carried it, and to which address. */
export function Posting({ mailId, close }: { mailId: string; close: () => void }) {
  const [values, field] = useFields(() => ({ postedOn: today(), carrier: '', address: '' }));
  const { postedOn } = values;
  const post = useAction(() => ioi.mails.recordPosted(mailId, { ...filled(values), postedOn }), {
    done: () => t('mail.posted'),
    changes: [['mails']],
    then: close,
  });
  return (
    <FormDialog title={t('mail.postTitle')} action={t('mail.post')} act={post} close={close}>
      <TextField label={t('mail.postedOn')} type="date" required {...field('postedOn', post)} />
      <TextField label={t('mail.carrier')} hint={t('mail.carrierHint')} {...field('carrier', post)} />
      <TextField label={t('mail.postedTo')} hint={t('mail.addressHint')} {...field('address', post)} />
    </FormDialog>
  );
}
