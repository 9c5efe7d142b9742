import { type Browser, chromium } from 'playwright-core'
import { chromiumArguments, chromiumPath } from './chromium.ts'
import { cleanUp } from './clean-up.ts'

/** A real browser for one test file, closed when the file ends. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = chromiumPath()
  if (executablePath === null) throw new Error('Chromium is missing: "npm test" installs it or says how')
  const browser = await chromium.launch({
    executablePath,
    args: chromiumArguments,
  })
  cleanUp(() => browser.close())
  return browser
}
