import { TrilhoError } from '@trilho/sdk'
import { type Exit, Failure } from './failure.ts'

export type Explained = { exit: Exit; message: string; hint: string | undefined; reason?: string; requestId?: string }

/** How to mend what the server refuses, where it is not plain from its words. */
const hints: Record<string, string> = {
  AccessKeyUnauthorized: 'Check access key and secret, and log in again: trilho login',
  AuthenticationTokenInvalid: 'Log in again: trilho login',
  MerchantSuspended: 'The operator of the platform has suspended this merchant; the portal says why.',
  ScopeNotAllowed: 'Make a key with this scope in the portal, and log in with it.',
  TransactionNotFound: 'trilho transactions list shows yours. Another merchant? --profile',
  DeliveryNotFound: 'trilho webhooks deliveries shows yours. Another merchant? --profile',
  RouteNotFound: 'Is the address that of a Trilho server? Sandbox commands work in a sandbox only.',
  WebhookAddressNotAllowed:
    'Give an address the server may call: --webhook https://… (or trilho login --webhook, once for all).',
  InsufficientBalance: 'trilho balance shows what is available.',
  OrderIdConflict: 'Use another --order; the same one answers only the same payment again.',
  TransactionStateNotAllowed: 'trilho transactions show <id> shows what has happened to it.',
  CounterpartyTaxNumberInvalid: 'Use a genuine CPF or CNPJ: 529.982.247-25 and 11.444.777/0001-61 work in the sandbox.',
  PixKeyOwnerMismatch: "--recipient-cpf or --recipient-cnpj must be the key owner's.",
  RateLimitExceeded: 'Wait a moment, then try again.',
  BankUnavailable: 'Nothing new was stored. Try again in a moment.',
  ConnectionFailed: 'Is the server running, and is that its address?',
  TimedOut: 'Look whether it was done before you try again: trilho transactions list',
  UnexpectedAnswer: 'Is the address that of a Trilho server? trilho profiles list shows it.',
}

/** How a run ends that went wrong: in the words of the server, with what to do about it. */
export function explain(error: unknown): Explained {
  if (error instanceof Failure) return { exit: error.exit, message: error.message, hint: error.hint }
  if (!(error instanceof TrilhoError)) return { exit: 'fault', message: String(error), hint: 'Please report this.' }
  const { reason, requestId } = error
  const message = reason === 'ConnectionFailed' ? `${error.message} (${firstCauseOf(error)})` : error.message
  return { exit: exitOf(error), message, hint: hints[reason], reason, requestId }
}

/** What the network said: `connect ECONNREFUSED 127.0.0.1:3000`. */
function firstCauseOf(error: Error): string {
  const next: unknown = error instanceof AggregateError ? error.errors[0] : error.cause
  return next instanceof Error ? firstCauseOf(next) : error.message
}

const isAway = new Set(['ConnectionFailed', 'TimedOut', 'ServiceUnavailable', 'ServerOverloaded', 'BankUnavailable'])

function exitOf({ status, reason }: TrilhoError): Exit {
  if (status === 401) return 'notLoggedIn'
  return isAway.has(reason) ? 'unavailable' : 'refused'
}
