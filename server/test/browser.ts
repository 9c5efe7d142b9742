import { type Browser, chromium } from 'playwright-core'
import { chromiumPath } from './chromium.ts'
import { cleanUp } from './clean-up.ts'

/** A real browser for one test file, closed when the file ends. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = chromiumPath()
  if (executablePath === null) throw new Error('Chromium is missing: "npm test" installs it or says how')
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
  cleanUp(() => browser.close())
  return browser
}
