import type { Answered } from './core/answered.js';
import { IoiError } from './core/errors.js';
import type { Http, RequestOptions } from './core/http.js';
import type { EventOf, Events, MetadataOf } from './events.js';
import { PoliciesOperations } from './generated/operations.js';
import type {
  AnswerMap,
  FullPolicy,
  FullPolicyFlags,
  GetPolicyQuery,
  IntakeFormat,
  IssuedPolicy,
  JsonObject,
  KeyPairs,
  PolicyCreatePayload,
} from './generated/types.js';

/** A full policy with its answers in a format. */
export type FullPolicyIn<Format extends IntakeFormat> = Omit<FullPolicy, 'intakeAnswers'> & {
  intakeAnswers: { DAIS: AnswerMap; KEY_VALUE: KeyPairs; PRODUCT_TREE: JsonObject }[Format] | null;
};

/** The payload of `POLICY_CREATE`, with fields of the event such as `triggerRequestId`. */
export type PoliciesToIssue = Omit<EventOf<'POLICY_CREATE'>, 'payload'> & PolicyCreatePayload;

export interface IssuedPoliciesOfEvent {
  triggerRequestId: string;
  policies: IssuedPolicy[];
  /** The answers of all actions, such as documents of the product's own. */
  metadata: MetadataOf<'POLICY_CREATE'>;
}

export class Policies extends PoliciesOperations {
  readonly #events: Events;

  constructor(http: Http, events: Events) {
    super(http);
    this.#events = events;
  }

  override get(
    policyId: string,
    query?: GetPolicyQuery,
    options?: RequestOptions,
  ): Answered<FullPolicyIn<'DAIS'>> {
    return super.get(policyId, query, options) as Answered<FullPolicyIn<'DAIS'>>;
  }

  override sections<Format extends IntakeFormat = 'DAIS'>(
    policyId: string,
    body: FullPolicyFlags & { intakeFormat?: Format | null } = {},
    options?: RequestOptions,
  ): Answered<FullPolicyIn<Format>> {
    return super.sections(policyId, body, options) as Answered<FullPolicyIn<Format>>;
  }

  /** Issues a policy for each quote, all of them or none: fires `POLICY_CREATE`. */
  async issue(
    { clientId, quoteIds, paymentPlans, paymentRequired, ...event }: PoliciesToIssue,
    options?: RequestOptions,
  ): Promise<IssuedPoliciesOfEvent> {
    const payload = {
      clientId,
      quoteIds,
      paymentPlans,
      ...(paymentRequired !== undefined && { paymentRequired }),
    };
    const fired = await this.#events.fire('POLICY_CREATE', { ...event, payload }, options);
    const { triggerRequestId, metadata } = fired;
    if (!metadata.POLICY_CREATE) {
      throw new IoiError('no policy was issued: events.get() says why', { triggerRequestId });
    }
    return { triggerRequestId, policies: metadata.POLICY_CREATE.policies, metadata };
  }
}
