/**
 * The account of each policy and term. Payments and credits cover the charges of a policy in the order of their due
 * dates, over all of its terms; the rest of them is a credit of its last term. So `paid` of a term is the part that
 * its charges used, and the terms of a policy sum to what was received.
 */
export const receivableRows = (ofClock: string) => `
  select policy_id, term_number, billed, billed - due + credit as paid, due, past_due as "pastDue", credit
  from (
    select policy_id, term_number, sum(amount) as billed, sum(open) as due,
      coalesce(sum(open) filter (where due_date < cast(:day as date)), 0.00) as past_due,
      case when term_number = max(term_number) over (partition by policy_id)
        then greatest(max(funds) - max(charges), least(max(funds), 0.00)) else 0.00 end as credit
    from (
      select *, least(greatest(until_then - funds, 0.00), greatest(amount, 0.00)) as open
      from (
        select a.policy_id, a.term_number, a.due_date, a.amount,
          a.paid - sum(least(a.amount, 0.00)) over policy as funds,
          sum(greatest(a.amount, 0.00)) over policy as charges,
          sum(greatest(a.amount, 0.00)) over (
            partition by a.policy_id order by a.due_date, a.term_number, a.number
          ) as until_then
        from (
          select p.id as policy_id, coalesce(s.term_number, p.term_number) as term_number, s.number, s.due_date,
            coalesce(s.amount, 0.00) as amount, coalesce(m.paid, 0.00) as paid
          from policies p
          left join statements s on s.policy_id = p.id and s.billed_on <= cast(:day as date)
            and (s.voided_on is null or s.voided_on > cast(:day as date))
          left join (
            select policy_id, sum(amount) as paid from payments
            where received_at < :endAt group by policy_id
          ) m on m.policy_id = p.id
          where p.issuing_organization_id = :organization
            and p.created_at < :endAt and ${ofClock}
        ) a
        window policy as (partition by a.policy_id)
      ) ordered
    ) opened
    group by policy_id, term_number
  ) accounts`;
