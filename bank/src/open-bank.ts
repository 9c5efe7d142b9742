import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Tokens, sealTokens } from './access/tokens.ts'
import { type Deliverer, openDeliverer } from './callbacks/deliver-callbacks.ts'
import { type CallbackFaults, queueCallbacks } from './callbacks/queue-callbacks.ts'
import { type Authority, openAuthority, writePrivate } from './certificates/authority.ts'
import { enrolPartner } from './certificates/enrol-partner.ts'
import { switchesOf } from './dialects/switches.ts'
import type { Wire } from './http/public-server.ts'
import type { BankSettings } from './settings.ts'
import { openBook } from './truth/book.ts'
import { seedDirectory } from './truth/key-directory.ts'
import type { DialectName } from './truth/records.ts'
import { runDue } from './truth/run-due.ts'
import { type Truth, firstSettings } from './truth/truth.ts'

/** The bank without its doors: all that it knows and does by itself. */
export type Bank = {
  folder: string
  truth: Truth
  authority: Authority
  tokens: Tokens
  deliverer: Deliverer
  wire: Wire
  callbackFaults: CallbackFaults
  close(): Promise<void>
}

export async function openBank({ folder, port, controlPort, callbackAuthorities }: BankSettings): Promise<Bank> {
  const book = await openBook(folder)
  const authority = openAuthority(folder)
  const callbackFaults: CallbackFaults = { waiting: [], held: [] }
  const settings = () => book.get('settings', 'bank') ?? firstSettings
  const truth: Truth = {
    book,
    host: `localhost:${port}`,
    pageUrl: `http://127.0.0.1:${controlPort}`,
    settings,
    now: () => new Date(Date.now() + settings().clockOffsetMs),
    notify: event => queueCallbacks(truth, callbackFaults, event),
    wake: () => due.wake(),
  }
  const deliverer = openDeliverer(truth, authority, callbackAuthorities)
  const due = runDue(truth, deliverer.deliver)
  if (book.all('partners').size === 0) beginAnew(truth, authority, folder)
  due.wake()
  return {
    folder,
    truth,
    authority,
    tokens: sealTokens(truth, tokenKey(folder)),
    deliverer,
    wire: { faults: [], seen: [], counted: new Map() },
    callbackFaults,
    async close() {
      due.stop()
      await deliverer.stop()
      await book.close()
    },
  }
}

/** The first start: a directory with people of other banks, and one partner of each dialect. */
function beginAnew(truth: Truth, authority: Authority, folder: string): void {
  truth.book.change(() => {
    truth.book.put('settings', 'bank', firstSettings)
    seedDirectory(truth)
    for (const dialect of Object.keys(switchesOf) as DialectName[])
      enrolPartner(truth, authority, folder, { name: dialect, dialect })
  })
}

function tokenKey(folder: string): Buffer {
  const file = join(folder, 'token.key')
  if (!existsSync(file)) writePrivate(file, randomBytes(32).toString('hex'))
  return Buffer.from(readFileSync(file, 'utf8'), 'hex')
}
