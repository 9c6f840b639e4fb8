/**
 * SQL of all entries in the ledgers of the policies `:ids`, those that are deleted included. No index has both, so that a condition
 * on the policy alone would read the whole table.
 */
export const entriesOfPolicies = `(
  select * from ledger_entries where parent_policy_id = any (:ids) and deleted_at is null
  union all select * from ledger_entries where parent_policy_id = any (:ids) and deleted_at is not null
)`;
