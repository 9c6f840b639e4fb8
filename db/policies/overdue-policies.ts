/** The condition of policies whose check is so long overdue that their workflow cannot merely be busy. */
export const isOverdue = "policy_state <> 'CLOSED' and next_look_at < now() - interval '15 minutes'";
