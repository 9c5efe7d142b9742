import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The shell is Chromium without windows, extensions and viewers: the same pages in half the time. */
export type Kind = 'shell' | 'whole'

const whole = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const names = { shell: ['chromium-headless-shell'], whole }
const elsewhere = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** The path of this machine's Chromium of a kind, or null. */
export function chromiumPath(kind: Kind): string | null {
  const folders = (process.env.PATH ?? '').split(delimiter)
  const candidates = [
    ...(kind === 'whole' ? [process.env.CHROMIUM ?? ''] : []),
    ...names[kind].flatMap(name => folders.map(folder => join(folder, name))),
    ...(kind === 'whole' ? elsewhere : []),
  ]
  return candidates.find(path => path !== '' && isExecutable(path)) ?? null
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Without Chromium's sandbox, because tests run as root in containers; and without calls to other hosts. */
export const chromiumArguments = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Pages live for seconds: what compiles their scripts better, and forgets them, costs more than it saves.
  '--js-flags=--no-opt --no-maglev --no-flush-bytecode --min-semi-space-size=32',
]
