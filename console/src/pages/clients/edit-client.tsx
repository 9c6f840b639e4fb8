import { ioi, type ListedClient } from '../../api/client.js';
import { useAction } from '../../api/queries.js';
import { SelectField, TextField } from '../../parts/field.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useFields } from '../../parts/use-fields.js';
import { t, word } from '../../texts/texts.js';
import { clientTypes } from './values.js';

/** Changes a client's profile. What the service refuses stands at its field. */
export function EditClient({ client, close }: { client: ListedClient; close: () => void }) {
  const { clientId } = client;
  const [{ clientName, clientType, locationCode }, field] = useFields({
    clientName: client.clientName ?? '',
    clientType: client.clientType,
    locationCode: client.locationCode ?? '',
  });
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
      fields={field.pointers}
      close={close}
    >
      <TextField label={t('clients.name')} {...field('clientName', save)} />
      <SelectField
        label={t('clients.type')}
        choices={clientTypes.map((each) => [each, word('clientType', each)])}
        {...field('clientType', save)}
      />
      <TextField label={t('clients.location')} {...field('locationCode', save)} />
    </FormDialog>
  );
}
