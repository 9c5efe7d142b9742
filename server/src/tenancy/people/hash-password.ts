import { hash, verify } from '@node-rs/argon2'
import { atMost } from '../../platform/http/at-most.ts'
import { passwordHashes } from '../../platform/lib/metrics.ts'

/** Argon2id, the package's default, with the parameters that OWASP recommends. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Each hash takes 19 MiB: many sign-ins at once are queued. */
const inTurn = atMost({ atOnce: 2, waiting: 100 })

/** A valid hash with the usual cost that no password has. */
const nobodysHash = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=1$${'bm9ib2R5'.repeat(2)}$${'A'.repeat(43)}`

export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => {
    passwordHashes.inc()
    return hash(password, cost)
  })

/** Unknown people and people without a password take the same time, so that it reveals nothing. */
export const isPassword = (password: string, passwordHash: string | null): Promise<boolean> =>
  inTurn(() => {
    passwordHashes.inc()
    return verify(passwordHash ?? nobodysHash, password)
  })
