import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Config, SettingError, readSetupConfig } from '../../config.ts'
import { rememberEnvironment } from '../../platform/db/database-health.ts'
import { openDataFolder } from '../../platform/lib/data-folder.ts'
import { listConnections } from '../../money/rails/connections.ts'
import { hasOperator } from '../../tenancy/people/find-person.ts'
import { readFirstSteps } from '../processes/first-steps.ts'
import { bankCommands } from './bank-commands.ts'
import { type CommandNeeds, runCommand, withCommandNeeds } from './command-needs.ts'
import { peopleCommands } from './people-commands.ts'

const say = (text: string) => void process.stdout.write(text)

/** Asks one question after the other; an end of the input is an empty answer. */
function questions() {
  const input = createInterface({ input: process.stdin })
  const lines = input[Symbol.asyncIterator]()
  return {
    ask: async (question: string): Promise<string> => {
      say(`  ${question} `)
      const { value, done } = await lines.next()
      if (done === true) say('\n')
      return done === true ? '' : value.trim()
    },
    close: () => input.close(),
  }
}

type Ask = ReturnType<typeof questions>['ask']

/** A secret of the environment counts; else the one of an earlier setup; else a new one is written to a file. */
async function settleSecret(): Promise<Config> {
  say('1 of 3: secret\n')
  const unsaved = randomBytes(32).toString('base64url')
  const { TRILHO_SECRET, TRILHO_DATA } = readSetupConfig(unsaved)
  if (TRILHO_SECRET !== unsaved) {
    say('  TRILHO_SECRET is set.\n')
    return readSetupConfig(TRILHO_SECRET)
  }
  const file = join(await openDataFolder(TRILHO_DATA), 'production.env')
  const before = await readFile(file, 'utf8').catch(() => '')
  const known = /^TRILHO_SECRET=(.{32,})$/m.exec(before)?.[1]
  if (known === undefined)
    await writeFile(file, `TRILHO_ENV=production\nTRILHO_SECRET=${unsaved}\n`, { mode: 0o600, flag: 'wx' })
  say(`  ${known === undefined ? 'A new secret is' : 'The secret is'} in ${file}, which only you can read.
  Keep a copy elsewhere: without it nobody can read what is stored sealed. Start every process with it:
    set -a; . ${file}; set +a; npm start
`)
  return readSetupConfig(known ?? unsaved)
}

async function settleOperator(needs: CommandNeeds, ask: Ask): Promise<void> {
  say('2 of 3: operator\n')
  if (await hasOperator(needs)) return say('  There is one.\n')
  const email = await ask('E-mail of the first operator (Enter: later):')
  if (email === '') return
  if (!/^[^@\s]+@[^@\s]+$/.test(email)) return say(`  ${email} is no e-mail address. Run the command again.\n`)
  const name = await ask('Name:')
  say(indented(await peopleCommands.create(needs, email, name || undefined)))
}

async function settleBank(needs: CommandNeeds, ask: Ask): Promise<void> {
  say('3 of 3: bank\n')
  const [known] = await listConnections(needs)
  if (known !== undefined) return say(`  ${known.name} is connected.\n`)
  say('  docs/banks.md describes the file; an operator can also connect a bank in the portal, under Banks.\n')
  const path = await ask('File of the bank (Enter: later):')
  if (path === '') return
  const { add, check } = bankCommands
  say(indented((await add?.(needs, path, '')) ?? ''))
  const [added] = await listConnections(needs)
  if (added !== undefined) say(indented((await check?.(needs, added.name, '')) ?? ''))
}

const indented = (text: string) => text.replaceAll(/^(?=.)/gm, '  ')

/** `npm run setup`: all that a production server needs before its first payment. It can be repeated; what is done stays. */
async function setup(): Promise<number> {
  const config = await settleSecret()
  const { ask, close } = questions()
  try {
    return await withCommandNeeds(config, async needs => {
      const environment = await rememberEnvironment(needs.sql, 'production')
      if (environment !== 'production') throw new SettingError(`this database belongs to a ${environment}: use another`)
      await settleOperator(needs, ask)
      await settleBank(needs, ask)
      const left = await readFirstSteps(needs)
      say(
        left.length === 0
          ? '\nReady for the first merchant: create it in the portal.\n'
          : `\nLeft: ${left.join('; ')}.\n`,
      )
      return 0
    })
  } finally {
    close()
  }
}

await runCommand(setup)
