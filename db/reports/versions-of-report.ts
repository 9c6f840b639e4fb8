/** A common table expression: the currency of each version. Definitions are large, so it is read once. */
export const versions = `versions as materialized (
    select id, coalesce(definition #>> '{policy,currency}', :defaultCurrency) as currency from product_versions
  )`;
