import { useState } from 'react';
import { ioi } from '../../api/client.js';
import { today } from '../../api/days.js';
import { useAction } from '../../api/queries.js';
import { TextField } from '../../parts/field.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { t } from '../../texts/texts.js';

/** Records that a letter was posted: the day, who carried it, and to which address. */
export function Posting({ mailId, close }: { mailId: string; close: () => void }) {
  const [postedOn, setPostedOn] = useState(today);
  const [carrier, setCarrier] = useState('');
  const [address, setAddress] = useState('');
  const posting = {
    postedOn,
    ...(carrier.trim() !== '' && { carrier }),
    ...(address.trim() !== '' && { address }),
  };
  const post = useAction(() => ioi.mails.recordPosted(mailId, posting), {
    done: () => t('mail.posted'),
    changes: [['mails']],
    then: close,
  });
  return (
    <FormDialog title={t('mail.postTitle')} action={t('mail.post')} act={post} close={close}>
      <TextField label={t('mail.postedOn')} type="date" required value={postedOn} onValue={setPostedOn} />
      <TextField
        label={t('mail.carrier')}
        hint={t('mail.carrierHint')}
        value={carrier}
        onValue={setCarrier}
      />
      <TextField
        label={t('mail.postedTo')}
        hint={t('mail.addressHint')}
        value={address}
        onValue={setAddress}
      />
    </FormDialog>
  );
}
