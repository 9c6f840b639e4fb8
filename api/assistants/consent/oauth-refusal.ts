/** The errors of RFC 6749, section 5.2, RFC 7591, section 3.2.2, and RFC 8707, section 2. */
export type OAuthError =
  | 'invalid_request'
  | 'invalid_grant'
  | 'unsupported_grant_type'
  | 'invalid_target'
  | 'invalid_redirect_uri'
  | 'invalid_client_metadata';

/** 400, in the words of OAuth: its clients read `error`. */
export class OAuthRefusal extends Error {
  constructor(
    readonly error: OAuthError,
    description: string,
  ) {
    super(description);
  }
}
