/** Every reason a request can be refused for, in one list. The API reference prints it; `ApiError` takes nothing else. */
export const reasons = {
  // reason: [status, error name, what it means and what to do]
  InvalidRequestFormat: [400, 'InvalidRequestFormatError', 'The request does not have the promised form.'],
  AuthenticationTokenInvalid: [
    401,
    'AuthenticationError',
    'The bearer token is missing, malformed, expired, or its key was revoked. Log in again.',
  ],
  AccessKeyUnauthorized: [
    401,
    'AuthenticationError',
    'Unknown access key, wrong secret, or a key that is pending, expired or revoked.',
  ],
  ScopeNotAllowed: [403, 'AuthorizationError', 'The access key lacks the scope of this endpoint.'],
  RouteNotFound: [404, 'NotFoundError', 'No such address. See /docs.'],
  TransactionNotFound: [404, 'NotFoundError', 'No transaction of yours has this id.'],
  AddressNotFound: [404, 'NotFoundError', 'The public address is wrong, or what it shows is not there yet.'],
  MethodNotAllowed: [405, 'MethodNotAllowedError', 'The address exists, with another method; see the Allow header.'],
  CounterpartyTaxNumberInvalid: [
    409,
    'OperationError',
    'The document of payer or recipient is not genuine, or is restricted at banks.',
  ],
  CounterpartyServiceError: [409, 'OperationError', 'The counterparty service rejected the document.'],
  PixKeyTypeNotAllowed: [409, 'OperationError', 'payment.key.type is missing or not allowed.'],
  PixKeyInvalid: [409, 'OperationError', 'The PIX key does not fit its type.'],
  PixKeyNotFound: [409, 'OperationError', 'No account is registered under the PIX key.'],
  PixKeyOwnerMismatch: [409, 'OperationError', "The PIX key belongs to another document than the recipient's."],
  InsufficientBalance: [409, 'OperationError', 'The available balance does not cover amount and charges.'],
  OrderIdConflict: [409, 'OperationError', 'The order id (or Idempotency-Key) was used before with another body.'],
  TransactionStateNotAllowed: [409, 'OperationError', 'The transaction is in a state that does not allow this.'],
  PaymentTypeMismatch: [409, 'OperationError', 'The transaction is of another payment type than this endpoint serves.'],
  AmountMismatch: [409, 'OperationError', 'The paid amount differs from the requested one. Also a stateErrorCause.'],
  RefundNotAllowed: [409, 'OperationError', 'Nothing, or not that much, is left to refund.'],
  WebhookUnreachable: [
    500,
    'OperationError',
    'The state did change, but the webhook address could not be called (404: no connection, 500: no proper answer). The event goes on being retried.',
  ],
  WebhookAddressNotAllowed: [409, 'OperationError', 'The webhook address is not one the service may call.'],
  BodyTooLarge: [413, 'BodyTooLargeError', 'The body is larger than this endpoint takes.'],
  ContentEncodingNotSupported: [
    415,
    'UnsupportedMediaTypeError',
    'Send the body plain: compressed bodies are not read.',
  ],
  RateLimitExceeded: [429, 'RateLimitError', 'Too many requests. Wait for as long as Retry-After says.'],
  InternalError: [500, 'InternalError', 'A fault on our side. Tell us the requestId.'],
  ServerOverloaded: [
    503,
    'ServiceUnavailableError',
    'Too much work is waiting. Retry after as long as Retry-After says.',
  ],
} as const satisfies Record<string, readonly [status: number, name: string, meaning: string]>

export type Reason = keyof typeof reasons
