import { useState } from 'react';
import { ioi, type NotifiedType, type WebhookEndpoint } from '../../../api/client.js';
import { notifiedTypes } from '../../../api/event-types.js';
import { errorAt } from '../../../api/problems.js';
import { useAction } from '../../../api/queries.js';
import { TextField } from '../../../parts/field.js';
import { FormDialog } from '../../../parts/form-dialog.js';
import { ShownOnce } from '../../../parts/shown-once.js';
import { t } from '../../../texts/texts.js';
import { EventTypesField } from '../event-types-field.js';

/** Registers an endpoint, whose secret is shown once, or changes one. */
export function EndpointForm({ endpoint, close }: { endpoint?: WebhookEndpoint; close: () => void }) {
  const [url, setUrl] = useState(endpoint?.url ?? '');
  const [description, setDescription] = useState(endpoint?.description ?? '');
  const [types, setTypes] = useState((endpoint?.eventTypes ?? []) as NotifiedType[]);
  const save = useAction(
    async () => {
      const body = { url, description, eventTypes: types };
      if (!endpoint) return (await ioi.webhooks.createEndpoint(body)).secret;
      const { url: _, ...changes } = body;
      await ioi.webhooks.updateEndpoint(endpoint.endpointId, endpoint.isPolled ? changes : body);
      return undefined;
    },
    {
      done: () => t('admin.endpointSaved'),
      changes: [['webhooks'], ['audit']],
      then: (secret) => {
        if (secret === undefined) close();
      },
    },
  );
  if (save.data !== undefined) {
    return (
      <ShownOnce
        title={t('admin.newEndpoint')}
        values={[
          [t('admin.url'), url],
          [t('admin.secret'), save.data],
        ]}
        close={close}
      />
    );
  }
  const atTypes = errorAt(save.error, '/eventTypes');
  const title = t(endpoint ? 'admin.editEndpoint' : 'admin.createEndpoint');
  return (
    <FormDialog
      title={title}
      action={endpoint ? t('parts.save') : title}
      act={save}
      fields={['/url', '/description', '/eventTypes']}
      close={close}
    >
      {!endpoint?.isPolled && (
        <TextField
          type="url"
          label={t('admin.url')}
          hint={t('admin.urlHint')}
          required
          value={url}
          onValue={setUrl}
          error={errorAt(save.error, '/url')}
        />
      )}
      <TextField
        label={t('admin.description')}
        value={description}
        onValue={setDescription}
        error={errorAt(save.error, '/description')}
      />
      <EventTypesField
        types={notifiedTypes}
        open={types.length > 0 || atTypes !== ''}
        values={types}
        onValues={setTypes}
        error={atTypes}
      />
      <p className="quiet">{t('admin.endpointSays')}</p>
    </FormDialog>
  );
}
