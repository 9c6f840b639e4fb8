import { minorDigitsSql } from '../../domain/money/currency.js';

/**
 * A common table expression: the currency of each version, its decimals, and what it counts as exposure. Definitions are large,
 * so they are read once.
 */
export const versions = `versions as materialized (
    select id, currency, ${minorDigitsSql('currency')} as digits, exposure
    from (
      select id, coalesce(definition #>> '{policy,currency}', :defaultCurrency) as currency,
        definition #>> '{policy,reporting,exposure,name}' as exposure
      from product_versions offset 0
    ) known
  )`;
