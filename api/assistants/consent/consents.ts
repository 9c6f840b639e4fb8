import { allowAssistant } from '../../../db/assistants/grants.js';
import type { Database } from '../../../db/database.js';
import { generateSecret } from '../../../db/identity/secrets.js';
import { findOwnSession } from '../../../db/identity/sessions.js';
import { termsOf } from '../../../domain/assistants/consent.js';
import { BadRequest, Conflict, refuseIf, Unauthorized } from '../../errors/app-error.js';
import type { Caller } from '../../http/caller.js';
import { auditOf } from '../../http/person.js';
import { type AuthorizationRequest, answerTo, readAuthorizationRequest } from './authorization-request.js';
import { longestDays } from './lifetimes.js';
import { type ConsentPlace, isSafePlace } from './place.js';
import type { AssistantConsent, AssistantRequestView } from './schemas.js';

export interface ConsentDependencies {
  db: Database;
  now: () => Date;
  place: ConsentPlace;
}

/** Programs bring their code at once. */
const codeMs = 60_000;
const dayMs = 24 * 3_600_000;

/** People who allow assistants to work for them. */
export class AssistantConsents {
  constructor(private readonly uses: ConsentDependencies) {}

  /** Which program asks for what, and where the browser goes if the person refuses. */
  read(query: string): AssistantRequestView {
    const request = this.#request(query);
    const { name, redirectUri, acts } = request;
    return { name, redirectUri, acts, refusedTo: this.#answer(request, { error: 'access_denied' }) };
  }

  /** Keeps what a person allows. Returns where the browser goes, with the code. */
  async allow(
    caller: Caller,
    { request: query, access, ...limits }: AssistantConsent,
  ): Promise<{ redirectTo: string }> {
    const request = this.#request(query);
    if (!request.acts && access !== 'READ_ONLY') {
      throw new BadRequest([{ field: 'access', detail: 'the program asks only to read' }]);
    }
    const stated = Object.entries(limits).find(([, value]) => value !== undefined);
    if (stated && access !== 'WITHIN_LIMITS') {
      throw new BadRequest([{ field: stated[0], detail: 'is only for WITHIN_LIMITS' }]);
    }
    const session = await this.#session(caller);
    if (!session.person) throw new Unauthorized();
    const now = this.uses.now();
    const code = generateSecret();
    const { clientId, name: assistant, redirectUri, codeChallenge } = request;
    const { method } = session;
    await allowAssistant(
      this.uses.db,
      session.person,
      {
        clientId,
        assistant,
        redirectUri,
        access,
        terms: termsOf(access, limits),
        method,
        createdAt: now,
        endsAt: new Date(now.getTime() + codeMs),
        endsBy: new Date(now.getTime() + longestDays[method] * dayMs),
      },
      { code, codeChallenge },
      auditOf(caller),
    );
    return { redirectTo: this.#answer(request, { code }) };
  }

  /** Only somebody at a page of this service allows: neither a key nor a token, which could give itself more. */
  async #session({ sessionId }: Caller) {
    const session = sessionId === undefined ? undefined : await findOwnSession(this.uses.db, sessionId);
    if (!session) throw new Conflict('only a person who is signed in to a browser allows assistants');
    return session;
  }

  #request(query: string): AuthorizationRequest {
    const { place } = this.uses;
    refuseIf(isSafePlace(place) ? undefined : 'assistants are connected only over https, or on this machine');
    return readAuthorizationRequest(query, place.resource);
  }

  #answer(request: AuthorizationRequest, answer: Readonly<Record<string, string>>): string {
    return answerTo(request, this.uses.place.issuer, answer);
  }
}
