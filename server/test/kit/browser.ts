import { type Browser, type BrowserContext, type BrowserContextOptions, type Page, chromium } from 'playwright-core'
import { type Kind, chromiumArguments, chromiumPath } from './chromium.ts'
import { keepLog } from './kept-logs.ts'

const browsers = new Map<Kind, Promise<Browser>>()

/**
 * A real browser, one for all files of a worker: starting it costs more than most tests. It exits with the process.
 * `whole` is for what only a browser with windows has, such as its viewer of PDF.
 */
export function openBrowser(kind: Kind = 'shell'): Promise<Browser> {
  const executablePath = chromiumPath(kind) ?? chromiumPath('whole')
  if (executablePath === null) throw new Error('Chromium is missing: "npm test" installs it or says how')
  const browser = browsers.get(kind) ?? chromium.launch({ executablePath, args: chromiumArguments })
  browsers.set(kind, browser)
  // One that did not start is not kept: the next test tries again.
  browser.catch(() => browsers.delete(kind))
  return browser
}

type Window = { context: BrowserContext; page: Page }

/** Unused windows, by their options. */
const free = new Map<string, Window[]>()

/**
 * A clean window: no cookies, no storage, no other page. It still has the
 * cached files of the site and its compiled scripts, so a page loads in a third of the time of a new window.
 * `still` is the address of a file of the site, where the window waits for its next user.
 */
export async function borrowWindow(options: BrowserContextOptions, still: string, kind: Kind = 'shell') {
  const key = JSON.stringify([kind, options])
  const alike = free.get(key) ?? []
  free.set(key, alike)
  const window = alike.pop() ?? (await newWindow(options, kind))
  keepLog('page', async () => `${window.page.url()}\n${await window.page.innerText('body', { timeout: 2_000 })}`)
  const giveBack = async () => {
    await resetWindow(window, still)
    alike.push(window)
  }
  return { ...window, giveBack }
}

async function newWindow(options: BrowserContextOptions, kind: Kind): Promise<Window> {
  const context = await (await openBrowser(kind)).newContext(options)
  const page = await context.newPage()
  askOften(page)
  return { context, page }
}

type Frame = {
  retryWithProgressAndBackoff: (this: Frame, progress: unknown, action: unknown) => Promise<unknown>
  retryWithProgressAndTimeouts?: (progress: unknown, pausesMs: number[], action: unknown) => Promise<unknown>
}
type Inside = { _connection?: { toImpl?: (page: Page) => { mainFrame: () => Frame } | null } }

/**
 * After its first moments a locator polls only twice a second, which is most of the time of a journey. Here it continues
 * polling at the first rate, if Playwright's internals are the known ones.
 */
function askOften(page: Page): void {
  // oxlint-disable-next-line no-underscore-dangle -- it is not ours to name
  const frame = (page as unknown as Inside)._connection?.toImpl?.(page)?.mainFrame()
  const retry = frame?.retryWithProgressAndTimeouts
  if (retry === undefined) return
  const kind = Object.getPrototypeOf(frame) as Frame
  kind.retryWithProgressAndBackoff = function (progress, action) {
    return retry.call(this, progress, [20, 50], action)
  }
}

async function resetWindow({ context, page }: Window, still: string): Promise<void> {
  for (const event of ['console', 'weberror', 'request'] as const) context.removeAllListeners(event)
  for (const other of context.pages()) if (other !== page) await other.close()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null })
  await page.goto(still)
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await context.clearCookies()
}
