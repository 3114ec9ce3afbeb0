/** The codes of RFC 6749, 7591 and 7009 that Iris gives. */
type RefusalCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_redirect_uri'
  | 'invalid_grant'
  | 'invalid_target'
  | 'unsupported_grant_type'
  | 'unsupported_response_type'

/** What OAuth says no with; its form is that of the protocol, not that of our own errors. */
export class OAuthRefusal extends Error {
  override name = 'OAuthRefusal'
  readonly code: RefusalCode

  constructor(code: RefusalCode, message: string) {
    super(message)
    this.code = code
  }
}
