import { useProductChoices } from '../api/products.js';
import { may } from '../session/me.js';
import { t } from '../texts/texts.js';
import { SelectField } from './field.js';

/** The filter of a product, for anyone who may read products. */
export function ProductFilter({
  value,
  onValue,
}: {
  value: string | undefined;
  onValue: (lineId: string) => void;
}) {
  const choices = useProductChoices();
  if (!may('products:read')) return null;
  return <SelectField label={t('quotes.product')} value={value ?? ''} choices={choices} onValue={onValue} />;
}
