import { type FormEvent, useState } from 'react';
import { ioi, type ListedClient } from '../../api/client.js';
import { errorAt } from '../../api/problems.js';
import { useAction } from '../../api/queries.js';
import { Button } from '../../parts/button.js';
import { Actions, Dialog } from '../../parts/dialog.js';
import { SelectField, TextField } from '../../parts/field.js';
import { Problem } from '../../parts/states.js';
import { t, word } from '../../texts/texts.js';
import { clientTypes } from './values.js';

/** Changes a client's profile. What the service refuses stands at its field. */
export function EditClient({ client, close }: { client: ListedClient; close: () => void }) {
  const { clientId } = client;
  const [clientName, setName] = useState(client.clientName ?? '');
  const [clientType, setType] = useState(client.clientType);
  const [locationCode, setLocation] = useState(client.locationCode ?? '');
  const save = useAction(
    () =>
      ioi.clients.put({
        clientId,
        clientType,
        clientName: clientName || null,
        locationCode: locationCode || null,
      }),
    {
      done: () => t('clients.saved', { name: clientName || t('clients.noName') }),
      changes: [['clients']],
      then: close,
    },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate(undefined);
  };
  const atName = errorAt(save.error, '/clientName');
  const atLocation = errorAt(save.error, '/locationCode');
  return (
    <Dialog title={t('clients.edit')} close={close}>
      <form onSubmit={submit} style={{ display: 'grid', gap: 16 }}>
        <TextField label={t('clients.name')} value={clientName} onValue={setName} error={atName} />
        <SelectField
          label={t('clients.type')}
          value={clientType}
          choices={clientTypes.map((each) => [each, word('clientType', each)])}
          onValue={(value) => setType(clientTypes.find((each) => each === value) ?? clientType)}
        />
        <TextField
          label={t('clients.location')}
          value={locationCode}
          onValue={setLocation}
          error={atLocation}
        />
        {save.error && !atName && !atLocation && <Problem error={save.error} />}
        <Actions>
          <Button onClick={close}>{t('parts.cancel')}</Button>
          <Button type="submit" look="main" busy={save.isPending}>
            {t('parts.save')}
          </Button>
        </Actions>
      </form>
    </Dialog>
  );
}
