import type { ApiKey, AssistantTerms } from '../../../api/client.js';
import { errorAt } from '../../../api/problems.js';
import { CheckField, TextField } from '../../../parts/field.js';
import { money } from '../../../texts/formats.js';
import { t } from '../../../texts/texts.js';
import s from '../admin.module.css';

/** As typed. */
export interface Terms {
  needsRelease: boolean;
  acts: string;
  money: string;
}

const none: Terms = { needsRelease: true, acts: '', money: '' };

/** What a key for assistants is bound to, folded in. */
export function AssistantFields({
  terms,
  onTerms,
  error,
}: {
  terms: Terms | undefined;
  onTerms: (terms: Terms | undefined) => void;
  error: unknown;
}) {
  return (
    <details className={s.more}>
      <summary>{t('assistants.forAssistants')}</summary>
      <CheckField
        label={t('assistants.forAssistantsOnly')}
        hint={t('assistants.forAssistantsHint')}
        checked={terms !== undefined}
        onChecked={(is) => onTerms(is ? none : undefined)}
      />
      {terms && (
        <>
          <CheckField
            label={t('assistants.needsRelease')}
            checked={terms.needsRelease}
            onChecked={(needsRelease) => onTerms({ ...terms, needsRelease })}
          />
          <TextField
            label={t('assistants.actsPerDay')}
            hint={t('assistants.noLimit')}
            inputMode="numeric"
            value={terms.acts}
            onValue={(acts) => onTerms({ ...terms, acts })}
            error={errorAt(error, '/assistant/actsPerDay')}
          />
          <TextField
            label={t('assistants.moneyPerDay')}
            hint={t('assistants.noLimit')}
            inputMode="decimal"
            value={terms.money}
            onValue={(amount) => onTerms({ ...terms, money: amount })}
            error={errorAt(error, '/assistant/moneyPerDay/amount')}
          />
        </>
      )}
    </details>
  );
}

/** What was typed, as the service takes it; it says what is wrong. */
export const termsOf = ({ needsRelease, acts, money: amount }: Terms): AssistantTerms => ({
  needsRelease,
  ...(acts.trim() !== '' && { actsPerDay: Number(acts) }),
  ...(amount.trim() !== '' && { moneyPerDay: { amount: amount.trim(), currency: 'USD' } }),
});

/** Such as `A person releases each act · 20 acts a day · up to $5,000.00 a day`. */
export function assistantWords({ assistant }: ApiKey): string | undefined {
  if (assistant === undefined) return undefined;
  const { needsRelease, actsPerDay, moneyPerDay } = assistant;
  const parts = [
    needsRelease === true && t('assistants.needsRelease'),
    actsPerDay !== undefined && t('assistants.acts', { n: actsPerDay }),
    moneyPerDay !== undefined && t('assistants.moneyUpTo', { money: money(moneyPerDay.amount) }),
  ];
  return parts.filter(Boolean).join(' · ') || t('assistants.forAssistantsOnly');
}
