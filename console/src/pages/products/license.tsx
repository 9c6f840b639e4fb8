import { useState } from 'react';
import {
  type CancellationLevels,
  ioi,
  type ListedLicense,
  type ListedProduct,
  type SellerAuthority,
} from '../../api/client.js';
import { errorAt } from '../../api/problems.js';
import { useAction } from '../../api/queries.js';
import { typedAmount } from '../../parts/cents.js';
import { CheckField, ChoiceField, SelectField, TextField } from '../../parts/field.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { Tiles } from '../../parts/page.js';
import { t, word } from '../../texts/texts.js';
import { grants, methods, wordsOfAuthority } from './authority.js';
import s from './products.module.css';

interface Draft {
  organizationId: string;
  kind: 'usual' | 'stated';
  granted: ReadonlySet<string>;
  backDateDays: string;
  cancel: CancellationLevels;
  premium: string;
  coverage: string;
}

function draftOf(license: ListedLicense | undefined): Draft {
  const authority = license?.authority;
  return {
    organizationId: license?.organizationId ?? '',
    kind: authority || license ? 'stated' : 'usual',
    granted: new Set(grants.filter((each) => authority?.[each])),
    backDateDays: String(authority?.backDateDays ?? 1),
    cancel: authority?.cancel ?? {},
    premium: String(authority?.limits.premium ?? ''),
    coverage: String(authority?.limits.coverage ?? ''),
  };
}

/** Lets another organization sell a product, or changes what it may do. */
export function License({
  product,
  license,
  close,
}: {
  product: ListedProduct;
  license?: ListedLicense;
  close: () => void;
}) {
  const [draft, setDraft] = useState(() => draftOf(license));
  const change = (changes: Partial<Draft>) => setDraft((before) => ({ ...before, ...changes }));
  const save = useAction(
    () =>
      ioi.products.license(product.productId, {
        organizationId: draft.organizationId.trim(),
        ...(draft.kind === 'stated' && { authority: authorityOf(draft) }),
      }),
    {
      done: ({ organizationName }) => t('products.licensed', { name: organizationName }),
      changes: [['products']],
      then: close,
    },
  );
  const name = license?.organizationName ?? t('products.thatOrganization');
  return (
    <FormDialog
      wide
      title={t('products.licenseTitle', { product: product.name })}
      says={<p>{whatItDoes(draft, name)}</p>}
      action={license ? t('products.changeAuthority') : t('products.license')}
      disabled={draft.organizationId.trim() === '' || isWrong(draft)}
      act={save}
      fields={['/organizationId', '/authority/limits', '/authority/backDateDays']}
      close={close}
    >
      {!license && (
        <>
          <TextField
            required
            label={t('products.organizationId')}
            hint={t('products.organizationHint')}
            value={draft.organizationId}
            error={errorAt(save.error, '/organizationId')}
            onValue={(organizationId) => change({ organizationId })}
          />
          <ChoiceField
            label={t('products.authority')}
            value={draft.kind}
            choices={[
              ['usual', t('products.usualChoice'), t('products.usualHint')],
              ['stated', t('products.stated'), t('products.statedHint')],
            ]}
            onValue={(kind) => change({ kind })}
          />
        </>
      )}
      {draft.kind === 'stated' && (
        <>
          <Granted draft={draft} change={change} />
          <Tiles least={220}>
            {methods.map((method) => (
              <SelectField
                key={method}
                label={t('products.cancelBy', { method: word('cancellationMethod', method) })}
                value={draft.cancel[method] ?? ''}
                choices={[
                  ['', t('products.mayNot')],
                  ['REQUEST', word('cancellationLevel', 'REQUEST')],
                  ['MAKE', word('cancellationLevel', 'MAKE')],
                ]}
                onValue={(level) => change({ cancel: withLevel(draft.cancel, method, level) })}
              />
            ))}
            <TextField
              inputMode="numeric"
              label={t('products.backDateDays')}
              value={draft.backDateDays}
              error={
                isDays(draft.backDateDays)
                  ? errorAt(save.error, '/authority/backDateDays')
                  : t('products.wrongDays')
              }
              onValue={(backDateDays) => change({ backDateDays })}
            />
            {(['premium', 'coverage'] as const).map((limit) => (
              <TextField
                key={limit}
                inputMode="decimal"
                label={t(`products.${limit}Limit`)}
                hint={t('products.limitHint')}
                value={draft[limit]}
                error={
                  isLimit(draft[limit])
                    ? errorAt(save.error, `/authority/limits/${limit}`)
                    : t('products.wrongAmount')
                }
                onValue={(amount) => change({ [limit]: amount })}
              />
            ))}
          </Tiles>
        </>
      )}
    </FormDialog>
  );
}

function Granted({ draft, change }: { draft: Draft; change: (changes: Partial<Draft>) => void }) {
  const toggle = (grant: string) => {
    const granted = new Set(draft.granted);
    if (!granted.delete(grant)) granted.add(grant);
    change({ granted });
  };
  return (
    <fieldset className={s.grants}>
      <legend>{t('products.may')}</legend>
      {grants.map((grant) => (
        <CheckField
          key={grant}
          label={word('authority', grant)}
          checked={draft.granted.has(grant)}
          onChecked={() => toggle(grant)}
        />
      ))}
    </fieldset>
  );
}

const isDays = (text: string) => /^\d{1,4}$/.test(text.trim());
const isLimit = (text: string) => text.trim() === '' || typedAmount(text) !== undefined;
const isWrong = ({ kind, backDateDays, premium, coverage }: Draft) =>
  kind === 'stated' && !(isDays(backDateDays) && isLimit(premium) && isLimit(coverage));

function authorityOf({ granted, backDateDays, cancel, premium, coverage }: Draft): SellerAuthority {
  return {
    ...(Object.fromEntries(grants.map((grant) => [grant, granted.has(grant)])) as Pick<
      SellerAuthority,
      (typeof grants)[number]
    >),
    backDateDays: Number(backDateDays),
    cancel,
    limits: {
      ...(premium.trim() && { premium: premium.trim() }),
      ...(coverage.trim() && { coverage: coverage.trim() }),
    },
  };
}

function withLevel(
  before: CancellationLevels,
  method: (typeof methods)[number],
  level: string,
): CancellationLevels {
  const { [method]: _, ...others } = before;
  return level === 'REQUEST' || level === 'MAKE' ? { ...others, [method]: level } : others;
}

function whatItDoes(draft: Draft, name: string): string {
  const { kind, granted, cancel } = draft;
  if (kind === 'usual') return t('products.grantsUsual', { name });
  if (granted.size === 0 && Object.keys(cancel).length === 0) return t('products.grantsNothing', { name });
  return t('products.grantsThese', { name, what: wordsOfAuthority(authorityOf(draft)).join(', ') });
}
