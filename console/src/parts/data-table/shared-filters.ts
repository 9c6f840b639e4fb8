import { useClockChoices } from '../../api/clocks.js';
import { useProductChoices } from '../../api/products.js';
import { t } from '../../texts/texts.js';
import { choiceFilter, type ListFilter } from './filter.js';

/** The filter of a product; none where there is none to choose. */
export function useProductFilter(): ListFilter[] {
  const [, ...products] = useProductChoices();
  return products.length > 0 ? [choiceFilter('lineId', t('quotes.product'), products)] : [];
}

/** The filter of a test clock; none where there are none. */
export function useClockFilter(): ListFilter[] {
  const clocks = useClockChoices();
  return clocks.length > 0 ? [choiceFilter('clockId', t('clocks.clock'), clocks)] : [];
}
