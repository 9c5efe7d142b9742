import { hash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Sql } from '../../platform/db/db.ts'
import { reportIfDefect } from '../../platform/db/defects.ts'
import { type Key, type Place, openSealedText, sealText } from '../../platform/lib/seal.ts'
import { callMs } from './bacen-pix/bank.ts'
import type { ShareToken, Token } from './bacen-pix/token.ts'
import { claimBankToken, releaseBankToken, selectBankToken, upsertBankToken } from './sql.ts'

const pauseMs = 200

/**
 * One token of a bank for all processes, stored sealed. The first that finds none asks for it, the others wait; a token that
 * the bank has refused is replaced once. Without the database each process asks for its own.
 */
export function sharedTokens({ sql, storageKey }: { sql: Sql; storageKey: Key }) {
  return (credentials: string): ShareToken => {
    const name = hash('sha256', credentials, 'base64url')
    const place: Place = `bank_tokens.sealed_token ${name}`

    const opened = (sealed: string): Pick<Token, 'bearer' | 'scopes'> | null => {
      try {
        return JSON.parse(openSealedText(storageKey, sealed, place)) as Pick<Token, 'bearer' | 'scopes'>
      } catch {
        // The server's secret was changed.
        return null
      }
    }

    async function read(used: string | null) {
      const stored = await selectBankToken(sql, name)
      if (stored === null || stored.sealedToken === null) return { sealedToken: null, token: null }
      const { sealedToken, renewsInMs, endsInMs } = stored
      const own = renewsInMs > 0 ? opened(sealedToken) : null
      return { sealedToken, token: own === null || own.bearer === used ? null : { ...own, renewsInMs, endsInMs } }
    }

    async function keep({ bearer, scopes, renewsInMs, endsInMs }: Token): Promise<void> {
      const sealedToken = sealText(storageKey, JSON.stringify({ bearer, scopes }), place)
      await upsertBankToken(sql, { name, sealedToken, renewsInMs, endsInMs })
    }

    /** Null: this process asks for it. */
    async function findOrClaim(used: string | null): Promise<Token | null> {
      for (let waitedMs = 0; waitedMs < callMs; waitedMs += pauseMs) {
        const { sealedToken, token } = await read(used)
        if (token !== null) return token
        if (await claimBankToken(sql, name, sealedToken, callMs)) return null
        await sleep(pauseMs)
      }
      return null
    }

    return async (ask, used) => {
      const found = await findOrClaim(used).catch(reportIfDefect('bank connection', null))
      if (found !== null) return found
      try {
        const token = await ask()
        await keep(token).catch(reportIfDefect('bank connection', undefined))
        return token
      } catch (error) {
        await releaseBankToken(sql, name).catch(reportIfDefect('bank connection', undefined))
        throw error
      }
    }
  }
}
