import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { enrolPartner, partnerFolder } from './certificates/enrol-partner.ts'
import { switchesOf } from './dialects/switches.ts'
import { openBank } from './open-bank.ts'
import { readSettings } from './settings.ts'
import { startBank } from './start-bank.ts'
import type { DialectName } from './truth/records.ts'

const say = (text: string) => process.stdout.write(`${text}\n`)
const settings = readSettings(process.env)
const [command = 'start', name = '', dialect = 'standard'] = process.argv.slice(2)

try {
  if (command === 'start') await start()
  else if (command === 'partner' && isDialect(dialect)) await addPartner(name, dialect)
  else throw new Error(`usage: npm run bank [-- partner <name> [${Object.keys(switchesOf).join('|')}]]`)
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

function isDialect(text: string): text is DialectName {
  return text in switchesOf
}

async function start(): Promise<void> {
  const running = await startBank(settings)
  say(`The simulated bank is ready at ${running.url}, control and page at ${running.controlUrl}`)
  say(`Partners' certificates and secrets are in ${join(settings.folder, 'partners')}`)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void running.stop().then(() => process.exit(0)))
}

/** Asks the bank that runs on this folder; if none does, does it itself. */
async function addPartner(name: string, dialect: DialectName): Promise<void> {
  const answer = await askRunningBank(name, dialect)
  if (answer !== null && !answer.ok) throw new Error(await answer.text())
  if (answer === null) {
    const bank = await openBank(settings)
    enrolPartner(bank.truth, bank.authority, settings.folder, { name, dialect })
    await bank.close()
  }
  say(`The partner's files are in ${partnerFolder(settings.folder, name)}`)
}

async function askRunningBank(name: string, dialect: DialectName): Promise<Response | null> {
  try {
    const { controlUrl } = JSON.parse(readFileSync(join(settings.folder, 'bank.json'), 'utf8'))
    return await fetch(`${controlUrl}/partners`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name, dialect }),
    })
  } catch {
    return null
  }
}
