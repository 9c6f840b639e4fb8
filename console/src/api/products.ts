import { may } from '../session/me.js';
import { t } from '../texts/texts.js';
import { ioi } from './client.js';
import { useRead } from './queries.js';

const mostChoices = 100;

/** The products that the organization owns or sells as choices of a filter, after that of any product. */
export function useProductChoices(): readonly (readonly [productId: string, name: string])[] {
  const products = useRead(
    ['products', 'choices'],
    async (signal) => (await ioi.products.list({ size: mostChoices }, { signal })).content,
    { enabled: may('products:read'), staleTime: 300_000 },
  );
  const choices = (products.data ?? []).map(({ productId, name }) => [productId, name] as const);
  return [['', t('parts.any')], ...choices];
}
