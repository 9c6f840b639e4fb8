import { ioi, type NotifiedType, type WebhookEndpoint } from '../../../api/client.js';
import { notifiedTypes } from '../../../api/event-types.js';
import { useAction } from '../../../api/queries.js';
import { TextField } from '../../../parts/field.js';
import { FormDialog } from '../../../parts/form-dialog.js';
import { ShownOnce } from '../../../parts/shown-once.js';
import { useFields } from '../../../parts/use-fields.js';
import { t } from '../../../texts/texts.js';
import { EventTypesField } from '../event-types-field.js';

/** Registers an endpoint, whose secret is shown once, or changes one. */
export function EndpointForm({ endpoint, close }: { endpoint?: WebhookEndpoint; close: () => void }) {
  const [body, field] = useFields({
    url: endpoint?.url ?? '',
    description: endpoint?.description ?? '',
    eventTypes: (endpoint?.eventTypes ?? []) as NotifiedType[],
  });
  const save = useAction(
    async () => {
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
          [t('admin.url'), body.url],
          [t('admin.secret'), save.data],
        ]}
        close={close}
      />
    );
  }
  const types = field('eventTypes', save);
  const title = t(endpoint ? 'admin.editEndpoint' : 'admin.createEndpoint');
  return (
    <FormDialog
      title={title}
      action={endpoint ? t('parts.save') : title}
      act={save}
      fields={field.pointers}
      close={close}
    >
      {!endpoint?.isPolled && (
        <TextField
          type="url"
          label={t('admin.url')}
          hint={t('admin.urlHint')}
          required
          {...field('url', save)}
        />
      )}
      <TextField label={t('admin.description')} {...field('description', save)} />
      <EventTypesField
        types={notifiedTypes}
        open={types.value.length > 0 || types.error !== ''}
        values={types.value}
        onValues={types.onValue}
        error={types.error}
      />
      <p className="quiet">{t('admin.endpointSays')}</p>
    </FormDialog>
  );
}
