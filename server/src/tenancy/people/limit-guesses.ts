import { createHash } from 'node:crypto'
import ipaddr from 'ipaddr.js'
import type { Sql } from '../../platform/db/db.ts'
import { ApiError } from '../../platform/http/errors.ts'
import { isFamiliarAddress, lockGuesses, uncountGuesses, updateGuesses } from './sql.ts'

/**
 * How many wrong guesses are free, and after how long one expires. Nobody is locked out for good. The limit of an e-mail
 * would let others lock its owner out: it does not apply at addresses where the owner signed in lately, nor to links by mail.
 */
const limits = {
  // one e-mail from one network; any e-mail from one network; one e-mail from any network
  pair: { free: 8, everyMs: 30_000 },
  network: { free: 60, everyMs: 10_000 },
  email: { free: 30, everyMs: 60_000 },
  // one-time codes of a person, after the right password; mails to one person
  code: { free: 6, everyMs: 300_000 },
  mail: { free: 4, everyMs: 600_000 },
  // searches for documents: each result reveals whether the number is known
  taxNumber: { free: 30, everyMs: 60_000 },
} as const

const familiarForMs = 30 * 24 * 60 * 60 * 1000

type Guess = { kind: keyof typeof limits; of: string }
type Needs = { sql: Sql; clock: () => Date }

/**
 * Counts guesses in the database before they are checked: however many arrive at once, in all processes, no more are
 * checked than are free. Token buckets cannot promise that, because processes settle them a moment later. The order is
 * always that given, against deadlocks. Right guesses are given back.
 */
export async function countGuesses(
  needs: Needs,
  guesses: readonly Guess[],
): Promise<{ giveBack: () => Promise<void> }> {
  const counted = guesses.map(({ kind, of }) => ({ key: keyOf(kind, of), ...limits[kind] }))
  await needs.sql.begin(async tx => {
    for (const { key, free, everyMs } of counted) {
      const forgottenAt = await lockGuesses(tx, key)
      // Read under the lock: guesses that arrive at once would be counted in another order than they had read their times.
      const nowMs = needs.clock().getTime()
      const waitMs = forgottenAt.getTime() - (free - 1) * everyMs - nowMs
      if (waitMs > 0) throw new ApiError('RateLimitExceeded', { retryAfterSeconds: Math.ceil(waitMs / 1000) })
      await updateGuesses(tx, key, new Date(Math.max(forgottenAt.getTime(), nowMs) + everyMs))
    }
  })
  return {
    giveBack: async () => {
      await uncountGuesses(needs.sql, counted)
    },
  }
}

/** A password for an e-mail, from an address. */
export async function countPasswordGuess(needs: Needs, { email, address }: { email: string; address: string }) {
  const network = networkOf(address)
  const since = new Date(needs.clock().getTime() - familiarForMs)
  const isFamiliar = await isFamiliarAddress(needs.sql, email, address, since)
  return countGuesses(needs, [
    { kind: 'pair', of: `${network} ${email}` },
    { kind: 'network', of: network },
    ...(isFamiliar ? [] : [{ kind: 'email', of: email } as const]),
  ])
}

/** An attempt to sign in that names no e-mail, from an address. */
export const countAttempt = (needs: Needs, address: string) =>
  countGuesses(needs, [{ kind: 'network', of: networkOf(address) }])

/** A mail to somebody, because of a request from an address. */
export const countMail = (needs: Needs, { email, address }: { email: string; address: string }) =>
  countGuesses(needs, [
    { kind: 'network', of: networkOf(address) },
    { kind: 'mail', of: email },
  ])

/** A search for a document by a person. */
export const countTaxNumberSearch = (needs: Needs, personId: string) =>
  countGuesses(needs, [{ kind: 'taxNumber', of: personId }])

/** Hashed, because people type other things into the e-mail field, such as passwords. */
const keyOf = (kind: string, of: string): string => createHash('sha256').update(`${kind} ${of}`).digest('base64url')

/** The owner of an IPv6 address has 2⁶⁴ of them: only the first half counts. An IPv4 address counts whole. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  const bytes = ipaddr.process(address).toByteArray()
  return bytes.slice(0, 8).join('.')
}
