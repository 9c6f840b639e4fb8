import type { Knex } from 'knex';

/**
 * Files that people upload to a client, a quote, a policy, a task or an event. Their bytes come in pieces, before it is known whether
 * the file is kept; a bucket gets them once they are clean.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table files (
      id uuid primary key,
      -- Whose people uploaded it.
      organization_id uuid not null references organizations,
      -- The other side of what it is about, which may read it, too.
      shared_organization_id uuid references organizations,
      shared_with text not null check (shared_with in ('OWN', 'BOTH')),
      -- An event that is run again makes its declined quotes anew in one transaction.
      client_id uuid references clients deferrable initially deferred,
      quote_id uuid references quotes deferrable initially deferred,
      policy_id uuid references policies deferrable initially deferred,
      task_id uuid references tasks on delete cascade,
      trigger_request_id uuid references events deferrable initially deferred,
      product_id uuid references products,
      -- With it the file goes, as what it is about.
      clock_id uuid references clocks on delete cascade,
      file_name text not null default '',
      content_type text not null default '',
      size bigint not null default 0 check (size >= 0),
      sha256 text not null default '',
      state text not null default 'UPLOADING'
        check (state in ('UPLOADING', 'QUARANTINED', 'CLEAN', 'INFECTED', 'UNSCANNED')),
      store text not null default 'POSTGRES' check (store in ('POSTGRES', 'S3')),
      object_key text,
      version integer not null default 1,
      created_at timestamptz not null,
      created_by jsonb not null,
      updated_at timestamptz not null default now(),
      -- Of the request with an \`Idempotency-Key\` that uploaded it.
      operation_id uuid unique,
      -- When its bytes are scanned, moved or, of an upload that has not ended, removed; null: there is nothing to do.
      next_look_at timestamptz,
      looks integer not null default 0,
      check (num_nonnulls(client_id, quote_id, policy_id, task_id, trigger_request_id) = 1),
      check (store = 'POSTGRES' or object_key is not null)
    );
    create index files_organization on files (organization_id, created_at desc, id desc);
    create index files_shared on files (shared_organization_id, created_at desc, id desc)
      where shared_organization_id is not null;
    create index files_client on files (client_id, created_at desc, id desc) where client_id is not null;
    create index files_quote on files (quote_id, created_at desc, id desc) where quote_id is not null;
    create index files_policy on files (policy_id, created_at desc, id desc) where policy_id is not null;
    create index files_task on files (task_id, created_at desc, id desc) where task_id is not null;
    create index files_event on files (trigger_request_id, created_at desc, id desc)
      where trigger_request_id is not null;
    create index files_product on files (product_id) where product_id is not null;
    create index files_clock on files (clock_id) where clock_id is not null;
    create index files_next_look on files (next_look_at) where next_look_at is not null;
    -- Their sum is what an organization has.
    create index files_size on files (organization_id) include (size);

    create table file_pieces (
      file_id uuid not null references files on delete cascade,
      number integer not null check (number >= 0),
      bytes bytea not null,
      primary key (file_id, number)
    );
    alter table file_pieces alter column bytes set storage external;

    create trigger files_version before update on files
      for each row when (old.state <> 'UPLOADING' and old.state <> new.state) execute function count_version();
    create function note_file() returns trigger language plpgsql as $$
      begin
        perform note_change('FILE', new.id::text, new.version,
          row(new.organization_id, new.shared_organization_id, new.product_id, new.clock_id)::audience,
          author => case when old.state = 'UPLOADING' and new.shared_organization_id is null then new.created_by end);
        if old.state = 'UPLOADING' then
          perform note_became('FILE', new.id::text, 'FILE_UPLOADED');
        end if;
        return null;
      end
    $$;
    create constraint trigger files_noted after update on files
      deferrable initially deferred for each row when (old.state <> new.state) execute function note_file();
    -- Its bytes go, too, wherever they are. What goes with a test clock takes its changes along.
    create function note_deleted_file() returns trigger language plpgsql as $$
      begin
        if old.object_key is not null then
          insert into erased_objects (object_key) values (old.object_key) on conflict do nothing;
        end if;
        if old.state <> 'UPLOADING' then
          perform note_change('FILE', old.id::text, old.version + 1,
            row(old.organization_id, old.shared_organization_id, old.product_id, old.clock_id)::audience, is_deleted => true);
          perform note_became('FILE', old.id::text, 'FILE_DELETED');
        end if;
        return null;
      end
    $$;
    create trigger files_deleted after delete on files
      for each row execute function note_deleted_file();
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
