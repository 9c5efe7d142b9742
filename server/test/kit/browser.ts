import { type Browser, chromium } from 'playwright-core'
import { type Kind, chromiumArguments, chromiumPath } from './chromium.ts'

const browsers = new Map<Kind, Promise<Browser>>()

/**
 * A real browser, one for all files of a worker: starting it costs more than most tests. It ends with the process.
 * `whole` is for what only a browser with windows has, such as its viewer of PDF.
 */
export function openBrowser(kind: Kind = 'shell'): Promise<Browser> {
  const executablePath = chromiumPath(kind) ?? chromiumPath('whole')
  if (executablePath === null) throw new Error('Chromium is missing: "npm test" installs it or says how')
  const browser = browsers.get(kind) ?? chromium.launch({ executablePath, args: chromiumArguments })
  browsers.set(kind, browser)
  return browser
}
