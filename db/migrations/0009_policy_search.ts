import type { Knex } from 'knex';

/**
 * Search reads a narrow table with a row for each organization that sees a policy, so that counting reads little and every
 * index begins with the organization. Triggers maintain it, so that no writer of policies can forget it. Many policies
 * share their agency, producer and carrier. Each combination is stored once and its policies are found by its number,
 * because a trigram index over texts that thousands of rows share would find the rows of all of them.
 */
export async function up(knex: Knex): Promise<void> {
  await knex.raw(`
    create table policy_parties (
      id bigint generated always as identity primary key,
      fingerprint bytea not null unique,
      agency_id text,
      agency_name text,
      producer_id text,
      producer_first_name text,
      producer_last_name text,
      producer_email text,
      producer_phone text,
      carrier_id text,
      carrier_name text,
      every_text text not null
    );
    create index policy_parties_text on policy_parties using gin (every_text gin_trgm_ops);

    -- Every letter, and every two adjacent ones: trigrams find no shorter text. It is dear: it must not be checked row by
    -- row. The array may repeat a text; the index does not.
    create function short_texts_of(value text) returns text[] language plpgsql
      immutable strict parallel safe cost 4000 as $$
      declare letters text[] := string_to_array(lower(value), null);
      begin
        return letters || array(select a || b from unnest(letters, letters[2:]) pair (a, b) where b is not null);
      end
    $$;

    create table policy_search (
      policy_id uuid not null references policies,
      organization_id uuid not null references organizations,
      effective_date date not null,
      expiration_date date not null,
      parties_id bigint not null references policy_parties,
      policy_number text not null,
      insured_name text,
      insured_dba_name text,
      contact_first_name text,
      contact_last_name text,
      contact_email text,
      contact_phone text,
      every_text text not null,
      primary key (policy_id, organization_id)
    );
    create index policy_search_effective on policy_search (organization_id, effective_date desc, policy_id);
    create index policy_search_expiration on policy_search (organization_id, expiration_date)
      include (effective_date, policy_id);
    create index policy_search_parties on policy_search (parties_id, organization_id)
      include (effective_date, expiration_date, policy_id);
    create index policy_search_text on policy_search using gin (every_text gin_trgm_ops);
    create index policy_search_short on policy_search using gin (short_texts_of(every_text));
    -- Without statistics PostgreSQL takes every short text for rare, and uses the index. With them it would
    -- compute the array of each row to look for one that most policies have.
    alter index policy_search_short alter column 1 set statistics 0;

    -- Every text and number in a document, each on a line of its own.
    create function texts_of(document jsonb) returns text language sql immutable strict parallel safe as $$
      select coalesce(string_agg(leaf #>> '{}', chr(10)), '')
      from jsonb_path_query(document, 'strict $.**') leaf
      where jsonb_typeof(leaf) in ('string', 'number')
    $$;

    create function parties_of(policy_meta jsonb) returns jsonb language sql
      immutable strict parallel safe as $$
      select jsonb_build_object(
        'agency', policy_meta -> 'agency', 'producer', policy_meta -> 'producer', 'carrier', policy_meta -> 'carrier'
      )
    $$;

    create function fingerprint_of(parties jsonb) returns bytea language sql
      immutable strict parallel safe as $$
      select sha256(convert_to(parties::text, 'UTF8'))
    $$;

    create function write_policy_search(ids uuid[]) returns void language plpgsql as $$
      begin
        insert into policy_parties (
          fingerprint, agency_id, agency_name, producer_id, producer_first_name, producer_last_name,
          producer_email, producer_phone, carrier_id, carrier_name, every_text
        )
        select fingerprint_of(parties), parties #>> '{agency,id}', parties #>> '{agency,name}',
          parties #>> '{producer,id}', parties #>> '{producer,firstName}', parties #>> '{producer,lastName}',
          parties #>> '{producer,email}', parties #>> '{producer,phone}', parties #>> '{carrier,id}',
          parties #>> '{carrier,name}', texts_of(parties)
        from (select distinct parties_of(policy_meta) as parties from policies where id = any (ids)) these
        where not exists (select from policy_parties known where known.fingerprint = fingerprint_of(parties))
        order by 1
        on conflict (fingerprint) do nothing;

        insert into policy_search (
          policy_id, organization_id, effective_date, expiration_date, parties_id, policy_number, insured_name,
          insured_dba_name, contact_first_name, contact_last_name, contact_email, contact_phone, every_text
        )
        select p.id, seen.organization_id, p.effective_date, p.expiration_date, parties.id, p.policy_number,
          p.policy_meta ->> 'insuredName', p.policy_meta #>> '{insured,dbaName}',
          p.policy_meta #>> '{insured,contact,firstName}', p.policy_meta #>> '{insured,contact,lastName}',
          p.policy_meta #>> '{insured,contact,email}', p.policy_meta #>> '{insured,contact,phone}',
          p.policy_number || chr(10) || texts_of(p.policy_meta - '{agency,producer,carrier}'::text[])
        from policies p
        join policy_parties parties on parties.fingerprint = fingerprint_of(parties_of(p.policy_meta))
        cross join lateral (
          select p.seller_organization_id as organization_id union select p.issuing_organization_id
        ) seen
        where p.id = any (ids)
        on conflict (policy_id, organization_id) do update set
          effective_date = excluded.effective_date, expiration_date = excluded.expiration_date,
          parties_id = excluded.parties_id, policy_number = excluded.policy_number,
          insured_name = excluded.insured_name, insured_dba_name = excluded.insured_dba_name,
          contact_first_name = excluded.contact_first_name, contact_last_name = excluded.contact_last_name,
          contact_email = excluded.contact_email, contact_phone = excluded.contact_phone,
          every_text = excluded.every_text;
      end
    $$;

    create function search_added_policies() returns trigger language plpgsql as $$
      begin
        perform write_policy_search(array_agg(id)) from added having count(*) > 0;
        return null;
      end
    $$;

    create function search_changed_policy() returns trigger language plpgsql as $$
      begin
        perform write_policy_search(array[new.id]);
        return null;
      end
    $$;

    create trigger policies_search_added after insert on policies
      referencing new table as added for each statement execute function search_added_policies();
    create trigger policies_search_changed after update on policies for each row
      when (
        (old.policy_number, old.effective_date, old.expiration_date, old.policy_meta)
          is distinct from (new.policy_number, new.effective_date, new.expiration_date, new.policy_meta)
      )
      execute function search_changed_policy();
  `);
}

/** Migrations only go forward: restore a backup to go back. */
export async function down(): Promise<void> {
  throw new Error('migrations only go forward; restore a backup to go back');
}
