/**
 * The condition of policies whose check is so long overdue that their workflow cannot merely be busy. Those under a test
 * clock are due by that.
 */
export const isOverdue =
  "policy_state <> 'CLOSED' and clock_id is null and next_look_at < now() - interval '15 minutes'";
