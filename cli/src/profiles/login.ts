import { command, type Session } from '../command-line/command.ts'
import { wrongUsage } from '../command-line/failure.ts'
import { ask, askSecret, readPiped } from '../terminal/prompt.ts'
import { connectTo } from './connect.ts'
import { type Profile, profileIn, profilesPath, readProfiles, saveProfile } from './profiles.ts'
import { readSandboxFile } from './sandbox-file.ts'

const localServer = 'http://127.0.0.1:3000'

type LoginOptions = { url: string | undefined; 'access-key': string | undefined; 'secret-stdin': boolean }

export const login = command({
  name: 'login',
  says: 'keep the access of a merchant as a profile',
  more: `Asks for the server's address, an access key of yours and its secret, tries them, and keeps them in a file
that only you can read. Access keys are made in the portal. The secret is never an argument, because other people on a
machine see those: it is asked for without being shown, or piped in.`,
  args: {},
  options: {
    sandbox: { says: 'take the keys of the sandbox that npm start made in this folder (.trilho/sandbox.json)' },
    url: { value: 'URL', says: `address of the server, for example ${localServer}` },
    'access-key': { value: 'KEY', says: 'the access key' },
    'secret-stdin': { says: 'read the secret from standard input, also at a terminal' },
    webhook: { value: 'URL', says: 'webhook address of payments you create with this profile' },
  },
  examples: [
    'trilho login --sandbox',
    'trilho login --profile shop --url https://pay.example.com',
    'pass show trilho | trilho login --url https://pay.example.com --access-key KEY --secret-stdin',
  ],
  run: async (session, { options }) => {
    const { env, terminal } = session
    const name = nameOf(session.profileName ?? (env.TRILHO_PROFILE || (options.sandbox ? 'sandbox' : 'default')))
    const key = options.sandbox ? await readSandboxFile(env) : await askForKey(session, options)
    // A new secret for the same profile leaves its webhook address.
    const webhookUrl = options.webhook ?? profileIn(await readProfiles(env), name)?.webhookUrl
    const profile: Profile = { ...key, ...(webhookUrl === undefined ? {} : { webhookUrl }) }
    const progress = terminal.progress(`Logging in at ${profile.url}`)
    try {
      await connectTo(profile).auth.logIn({ accessKey: profile.accessKey, secret: profile.secret })
    } finally {
      progress.stop()
    }
    await saveProfile(env, name, profile)
    terminal.answer({ profile: name, url: profile.url, accessKey: profile.accessKey }, () => {
      terminal.line(
        `${terminal.paint('green', '✓')} Logged in at ${profile.url}, as profile ${terminal.paint('bold', name)}.`,
      )
      terminal.note(`  Kept in ${profilesPath(env)}. Next: trilho cash-in 10.50 --qr`)
    })
  },
})

async function askForKey(
  { signal, keyboard }: Session,
  { url, 'access-key': accessKey, 'secret-stdin': isPiped }: LoginOptions,
) {
  const isAsked = keyboard.isTTY
  if (!isAsked && (url === undefined || accessKey === undefined))
    throw wrongUsage('Without a terminal nobody can be asked.', 'Give --url and --access-key, and pipe the secret in.')
  const chosenUrl = addressOf(url ?? (await ask(keyboard, 'Address of the server', localServer, signal)))
  const chosenKey = accessKey ?? (await ask(keyboard, 'Access key', '', signal))
  const secret = isAsked && !isPiped ? await askSecret(keyboard, 'Secret') : await readPiped(keyboard)
  if (chosenKey === '' || secret === '') throw wrongUsage(`The ${chosenKey === '' ? 'access key' : 'secret'} is empty.`)
  return { url: chosenUrl, accessKey: chosenKey, secret }
}

function nameOf(typed: string): string {
  if (!/^\w[\w.-]{0,63}$/.test(typed) || typed === '__proto__')
    throw wrongUsage(`"${typed}" is no name for a profile.`, 'It has letters, digits, dots and dashes.')
  return typed
}

function addressOf(typed: string): string {
  const scheme = /^(localhost|127\.)/.test(typed) ? 'http' : 'https'
  const address = /^https?:\/\//.test(typed) ? typed : `${scheme}://${typed}`
  if (!URL.canParse(address)) throw wrongUsage(`"${typed}" is no address.`, `Write it like ${localServer}`)
  return address.replace(/\/+$/, '')
}
