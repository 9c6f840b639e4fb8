import type { Knex } from 'knex';

/** Tasks, which a person or a role has to do about a client, quote, policy or event, and the notes on them. */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    -- First, while nothing else is locked that writers of changes need.
    -- Triggers alone write kinds, each its own: a list here would be changed with each of them.
    alter table changes drop constraint changes_kind_check;
    alter table changes add constraint changes_kind_check check (kind ~ '^[A-Z]+(_[A-Z]+)*$') not valid;

    create table tasks (
      id uuid primary key,
      -- Whose people do it; no other organization knows of it.
      organization_id uuid not null references organizations,
      made_by text not null check (made_by in ('PERSON', 'PRODUCT', 'SERVICE')),
      title text not null,
      -- What it is about; of a quote, policy or event also its client. A quote that is made anew keeps its tasks.
      client_id uuid references clients on delete cascade,
      quote_id uuid,
      policy_id uuid references policies on delete cascade,
      trigger_request_id uuid,
      -- The test clock of what it is about.
      clock_id uuid references clocks on delete cascade,
      -- Who is to do it; null: anybody of the role, or of the organization.
      person_id uuid references people,
      role text,
      due_on date,
      priority text not null default 'NORMAL' check (priority in ('LOW', 'NORMAL', 'HIGH')),
      -- What completes it by itself, such as 'mail/' with an id.
      waits_for text,
      -- Business time, as all its times.
      created_at timestamptz not null,
      created_by jsonb not null,
      updated_at timestamptz not null,
      version integer not null default 1,
      completed_at timestamptz,
      completed_by jsonb,
      -- Why it is done, where the service says so.
      completion text,
      check (coalesce(client_id, quote_id, policy_id, trigger_request_id) is not null)
    );
    create index tasks_open on tasks (organization_id, due_on, id) where completed_at is null;
    create index tasks_completed on tasks (organization_id, completed_at, id) where completed_at is not null;
    create index tasks_organization on tasks (organization_id, created_at, id);
    create index tasks_role on tasks (organization_id, role, due_on, id) where role is not null;
    create index tasks_person on tasks (person_id, due_on, id) where person_id is not null;
    create index tasks_client on tasks (client_id) where client_id is not null;
    create index tasks_quote on tasks (quote_id) where quote_id is not null;
    create index tasks_policy on tasks (policy_id) where policy_id is not null;
    create index tasks_event on tasks (trigger_request_id) where trigger_request_id is not null;
    create index tasks_clock on tasks (clock_id) where clock_id is not null;
    create index tasks_waiting on tasks (waits_for) where completed_at is null and waits_for is not null;
    create index tasks_kept on tasks (completed_at) where completed_at is not null and clock_id is null;

    create table task_notes (
      id uuid primary key,
      -- Test clocks stand still.
      seq bigint generated always as identity,
      task_id uuid not null references tasks on delete cascade,
      text text not null,
      -- People of the organization whom it is for.
      mentions uuid[] not null default '{}',
      created_at timestamptz not null,
      created_by jsonb not null
    );
    create index task_notes_task on task_notes (task_id, seq);
    create index task_notes_mentions on task_notes using gin (mentions);

    create function count_task_version() returns trigger language plpgsql as $$
      begin
        new.version := old.version + 1;
        return new;
      end
    $$;
    create trigger tasks_version before update on tasks
      for each row execute function count_task_version();
    create function audience_of_task(task tasks) returns audience language sql stable as $$
      select row(task.organization_id, null, coalesce((select product_id from policies where id = task.policy_id),
        (select product_id from quotes where request_id = task.quote_id),
        (select product_id from events where trigger_request_id = task.trigger_request_id)), task.clock_id)::audience
    $$;
    create function note_task() returns trigger language plpgsql as $$
      begin
        perform note_change('TASK', new.id::text, new.version, audience_of_task(new),
          author => case when tg_op = 'INSERT' then new.created_by end);
        if tg_op = 'INSERT' then
          perform note_became('TASK', new.id::text, 'TASK_CREATED');
        elsif old.completed_at is null and new.completed_at is not null then
          perform note_became('TASK', new.id::text, 'TASK_COMPLETED');
        end if;
        return null;
      end
    $$;
    create constraint trigger tasks_noted after insert or update on tasks
      deferrable initially deferred for each row execute function note_task();
    -- At once, while it is known what it was about. What goes with a test clock takes its changes along.
    create function note_deleted_task() returns trigger language plpgsql as $$
      begin
        perform note_change('TASK', old.id::text, old.version + 1, audience_of_task(old), is_deleted => true);
        return null;
      end
    $$;
    create trigger tasks_deleted after delete on tasks
      for each row when (old.clock_id is null) execute function note_deleted_task();
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
