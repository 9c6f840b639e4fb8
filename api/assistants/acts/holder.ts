import type { Database } from '../../../db/database.js';
import { Person } from '../../../db/models/person.js';
import type { Identities } from '../../auth/identities.js';
import type { Caller } from '../../http/caller.js';
import { callerOfPerson } from '../../http/person.js';

/** Whose previews, acts and limits they are: an API key, what a person allows an assistant, or a person. */
export const holderOf = ({ apiKey, grantId, personId }: Caller): string =>
  apiKey !== undefined ? `key/${apiKey}` : grantId !== undefined ? `grant/${grantId}` : `person/${personId}`;

/** The grants of people, as callers. */
export interface Grants {
  callerOf(grantId: string): Promise<Caller | undefined>;
}

/** Holders as callers, with what they may do now. */
export class Holders {
  constructor(
    private readonly uses: {
      db: Database;
      identities: Pick<Identities, 'apiKey'>;
      grants?: Grants | undefined;
    },
  ) {}

  /** Undefined: the key is revoked or has expired, the grant has ended, or the person is disabled. */
  async callerOf(holder: string): Promise<Caller | undefined> {
    const [kind, id = ''] = holder.split('/');
    if (kind === 'key') {
      const known = await this.uses.identities.apiKey(id);
      return known && known.secrets.length > 0 ? known.caller : undefined;
    }
    if (kind === 'grant') return this.uses.grants?.callerOf(id);
    const person = await Person.query(this.uses.db)
      .findById(id)
      .whereNull('people.disabled_at')
      .withGraphJoined('organization');
    return person && callerOfPerson(person);
  }
}
