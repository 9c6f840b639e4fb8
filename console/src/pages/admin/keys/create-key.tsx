import { useState } from 'react';
import { type EventType, type GivenPermission, ioi, type Role } from '../../../api/client.js';
import { eventTypes } from '../../../api/event-types.js';
import { errorAt } from '../../../api/problems.js';
import { useProductChoices } from '../../../api/products.js';
import { useAction } from '../../../api/queries.js';
import { ChecksField, TextField } from '../../../parts/field.js';
import { FormDialog } from '../../../parts/form-dialog.js';
import { ShownOnce } from '../../../parts/shown-once.js';
import { t } from '../../../texts/texts.js';
import s from '../admin.module.css';
import { EventTypesField } from '../event-types-field.js';
import { GrantFields } from '../grants.js';
import { AssistantFields, type Terms, termsOf } from './assistant-fields.js';

/** Creates an API key, whose secret is shown once. */
export function CreateKey({ close }: { close: () => void }) {
  const [label, setLabel] = useState('');
  const [roles, setRoles] = useState<Role[]>([]);
  const [permissions, setPermissions] = useState<GivenPermission[]>([]);
  const [types, setTypes] = useState<EventType[]>([]);
  const [productIds, setProducts] = useState<string[]>([]);
  const [expires, setExpires] = useState('');
  const [assistant, setAssistant] = useState<Terms>();
  const products = useProductChoices().filter(([productId]) => productId !== '');
  const create = useAction(
    () =>
      ioi.administration.createApiKey({
        label,
        roles,
        permissions,
        ...(types.length > 0 && { eventTypes: types }),
        ...(productIds.length > 0 && { productIds }),
        ...(assistant && { assistant: termsOf(assistant) }),
        ...(expires && { expiresTimestamp: new Date(expires).toISOString() }),
      }),
    {
      done: () => t('admin.keyCreated', { label: label || t('admin.key') }),
      changes: [['keys'], ['audit']],
    },
  );
  if (create.data) {
    return (
      <ShownOnce
        title={t('admin.newKey')}
        values={[
          [t('admin.key'), create.data.apiKey],
          [t('admin.secret'), create.data.apiSecret],
        ]}
        close={close}
      />
    );
  }
  return (
    <FormDialog
      action={t('admin.createKey')}
      act={create}
      fields={['/label', '/expiresTimestamp', '/assistant/moneyPerDay/amount', '/assistant/actsPerDay']}
      close={close}
    >
      <TextField
        label={t('admin.label')}
        hint={t('admin.labelHint')}
        required
        value={label}
        onValue={setLabel}
        error={errorAt(create.error, '/label')}
      />
      <GrantFields
        roles={roles}
        permissions={permissions}
        onRoles={setRoles}
        onPermissions={setPermissions}
      />
      <AssistantFields terms={assistant} onTerms={setAssistant} error={create.error} />
      <EventTypesField types={eventTypes} values={types} onValues={setTypes} />
      {products.length > 0 && (
        <details className={s.more}>
          <summary>{t('admin.onlyProducts')}</summary>
          <ChecksField
            label={t('products.title')}
            hint={t('admin.noneForAll')}
            values={productIds}
            choices={products}
            onValues={setProducts}
          />
        </details>
      )}
      <TextField
        type="datetime-local"
        label={t('admin.expires')}
        hint={t('admin.expiresHint')}
        value={expires}
        onValue={setExpires}
        error={errorAt(create.error, '/expiresTimestamp')}
      />
    </FormDialog>
  );
}
