import { useState } from 'react';
import { ioi, type ListedClient } from '../../api/client.js';
import { errorAt } from '../../api/problems.js';
import { useAction } from '../../api/queries.js';
import { SelectField, TextField } from '../../parts/field.js';
import { FormDialog } from '../../parts/form-dialog.js';
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
  return (
    <FormDialog
      title={t('clients.edit')}
      action={t('parts.save')}
      act={save}
      fields={['/clientName', '/locationCode']}
      close={close}
    >
      <TextField
        label={t('clients.name')}
        value={clientName}
        onValue={setName}
        error={errorAt(save.error, '/clientName')}
      />
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
        error={errorAt(save.error, '/locationCode')}
      />
    </FormDialog>
  );
}
