import { hash, verify } from '@node-rs/argon2'
import { atMost } from '../../platform/http/at-most.ts'
import { passwordHashes } from '../../platform/lib/metrics.ts'

/** Argon2id, which is the package's default, at what OWASP asks for. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Each hash takes 19 MiB: a flood of sign-ins waits for its turn. */
const inTurn = atMost({ atOnce: 2, waiting: 100 })

/** Has the form of a hash and the cost of one, and is the hash of no password. */
const nobodysHash = `$argon2id$v=19$m=${cost.memoryCost},t=${cost.timeCost},p=1$${'bm9ib2R5'.repeat(2)}$${'A'.repeat(43)}`

export const hashPassword = (password: string): Promise<string> =>
  inTurn(() => {
    passwordHashes.inc()
    return hash(password, cost)
  })

/** Somebody who is unknown, or has no password, costs the same work: the time tells nothing. */
export const isPassword = (password: string, passwordHash: string | null): Promise<boolean> =>
  inTurn(() => {
    passwordHashes.inc()
    return verify(passwordHash ?? nobodysHash, password)
  })
