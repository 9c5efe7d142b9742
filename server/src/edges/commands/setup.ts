import { randomBytes } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Config, SettingError, readSetupConfig } from '../../config.ts'
import { rememberEnvironment } from '../../platform/db/database-health.ts'
import { openDataFolder } from '../../platform/lib/data-folder.ts'
import { type DialectName, dialectNames, presets } from '../../money/rails/bacen-pix/presets.ts'
import { listConnections } from '../../money/rails/connections.ts'
import { hasOperator } from '../../tenancy/people/find-person.ts'
import { readFirstSteps } from '../processes/first-steps.ts'
import { addBank, bankCommands, textOf } from './bank-commands.ts'
import type { BankFile, CertificateFile } from './bank-file.ts'
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
  say(`  Banks by name: ${dialectNames.join(', ')}. docs/banks.md describes a file for one, with everything that can be set;
  an operator can also connect a bank in the portal, under Banks.
`)
  const answer = await ask('Name or file of the bank (Enter: later):')
  if (answer === '') return
  const { add, check } = bankCommands
  const named = dialectNames.find(name => name === answer.toLowerCase())
  const added =
    named === undefined
      ? ((await add?.(needs, answer, '')) ?? '')
      : await addBank(needs, '.', await askBank(named, ask))
  say(indented(textOf(added)))
  const [connection] = await listConnections(needs)
  if (connection !== undefined) say(indented(textOf((await check?.(needs, connection.name, '')) ?? '')))
}

/** Only what this bank needs; of the standard also where it is. */
async function askBank(dialect: DialectName, ask: Ask): Promise<BankFile> {
  const { production, ispb, asks, mayAsk } = presets[dialect]
  const environment = production.pixUrl !== '' && (await ask('Production or test (p/t)?')).startsWith('t')
  const labels = {
    pixUrl: 'Address of the Pix API, without its last slash:',
    tokenUrl: 'Address for tokens:',
    ispb: 'ISPB, eight characters:',
    clientId: 'Client id:',
    clientSecret: 'Client secret:',
    applicationKey: 'Application key:',
    pixKey: "The account's Pix key:",
    accountNumber: 'Account number (Enter: the only one):',
    clientNumber: 'Client number of the billing contract (Enter: no boletos):',
  }
  const fields: (keyof typeof labels)[] = [
    ...(production.pixUrl === '' ? (['pixUrl', 'tokenUrl'] as const) : []),
    ...(ispb === '' ? (['ispb'] as const) : []),
    'clientId',
    // Of the standard nothing is known: a bank may have one.
    ...(dialect === 'standard' ? (['clientSecret'] as const) : asks),
    'pixKey',
    ...mayAsk,
  ]
  const given: Partial<Record<keyof typeof labels, string>> = {}
  for (const field of fields) {
    const value = await ask(labels[field])
    if (value !== '') given[field] = value
  }
  const file = await ask('Certificate: a .p12 or .pfx file, or a PEM file (Enter: none):')
  const certificate: CertificateFile | null =
    file === ''
      ? null
      : /\.(p12|pfx)$/i.test(file)
        ? { pfx: file, passphrase: await ask('Its passphrase (Enter: none):') }
        : { cert: file, key: await ask('File of its private key:') }
  return {
    dialect,
    default: true,
    environment: environment ? 'test' : 'production',
    ...given,
    ...(certificate === null ? {} : { certificates: [certificate] }),
  }
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
