import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, inject } from 'vitest'
import { borrowWindow } from '../../server/test/kit/browser.ts'
import type { Kind } from '../../server/test/kit/chromium.ts'
import { cleanUp } from '../../server/test/kit/clean-up.ts'
import { freePort } from '../../server/src/platform/db/embedded-postgres.ts'
import { openTrilho } from '../../server/test/kit/trilho.ts'
import { patienceMs } from '../../server/test/kit/patience.ts'
import { newPortalPerson } from '../../server/test/kit/portal-client.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder for screenshots of `shots`; empty: none. */
    shotsFolder: string
  }
}

export const sizes = { desktop: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } } as const
/** Journeys run on each, if the two differ: in the long tier. */
export const windows = ['desktop', 'phone'] as const

type PersonOptions = NonNullable<Parameters<typeof newPortalPerson>[1]>
type PageOptions = {
  /** Below `/portal`. */
  path?: string
  window?: keyof typeof sizes
  language?: 'pt' | 'en'
  browser?: Kind
}

let isBuilt = false

/** Ports of portals that are closed: at the same address a browser has the site's files and its compiled scripts already. */
const usedPorts: number[] = []

/** `npm test` has built the portal; a run of a single file may not have. */
function ensureBuilt(): void {
  if (isBuilt) return
  const { status, stderr } = spawnSync(process.execPath, ['portal/build.ts'], {
    encoding: 'utf8',
    env: { ...process.env, NODE_ENV: 'production', NO_COLOR: '1' },
  })
  if (status !== 0) throw new Error(`The portal cannot be built: ${stderr}`)
  isBuilt = true
}

/** A whole Trilho with its portal, and browsers for the people who use it. Closed when the file ends. */
export async function openPortal(...[settings, options]: Parameters<typeof openTrilho>) {
  ensureBuilt()
  const port = usedPorts.pop() ?? (await freePort())
  cleanUp(() => usedPorts.push(port))
  const trilho = await openTrilho(settings, { ...options, port })

  /** A separate window. `complaints`: errors of its pages, and their calls to other hosts. */
  async function open(token: string | null, { path = '', window = 'desktop', language = 'pt', browser }: PageOptions) {
    const locale = language === 'pt' ? 'pt-BR' : 'en-GB'
    // A time zone far from São Paulo, whose time every screen shows.
    const options = { locale, timezoneId: 'Asia/Tokyo', reducedMotion: 'reduce' } as const
    const { context, page, giveBack } = await borrowWindow(options, `${trilho.url}/portal/favicon.svg`, browser)
    cleanUp(giveBack)
    context.setDefaultTimeout(patienceMs)
    await page.setViewportSize(sizes[window])
    if (token !== null) await context.addCookies([{ name: 'trilho', value: token, url: trilho.url, httpOnly: true }])
    const complaints: string[] = []
    context.on('console', message => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()))
    context.on('weberror', fault => complaints.push(fault.error().message))
    context.on('request', request => {
      if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== trilho.url)
        complaints.push(`called ${request.url()}`)
    })
    await page.goto(`${trilho.url}/portal${path}`, { waitUntil: 'commit' })
    await settle(page)
    return { page, context, complaints }
  }

  /** A page without a signed-in person. */
  const openPage = (options: PageOptions = {}) => open(null, options)

  /** A page of a person signed in with these roles. */
  async function openPageAs(who: PersonOptions, options: PageOptions = {}) {
    const person = await newPortalPerson(trilho, who)
    if (options.language === 'en') await person.put('/profile', { name: person.name, language: 'en' })
    return { person, ...(await open(person.token, options)) }
  }

  /** A further page of the same person. */
  const openPageOf = (person: { token: string }, options: PageOptions = {}) => open(person.token, options)

  return { trilho, url: trilho.url, openPage, openPageAs, openPageOf }
}

/**
 * Waits until nothing on the page is loading; a button that waits for a dialog may. The page checks at every frame of
 * its own; a locator would soon poll only twice a second.
 */
export async function settle(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      document.querySelector('h1')?.checkVisibility() === true &&
      document.querySelector('[aria-busy="true"], .mantine-Skeleton-root, .mantine-Loader-root:not(button *)') === null,
  )
}

/** Closes the toasts in the corner, which cover buttons for some seconds. */
export const closeNotices = (page: Page): Promise<void> =>
  page
    .locator('.mantine-Notification-closeButton')
    .evaluateAll(buttons => buttons.forEach(button => (button as HTMLElement).click()))

/** The page is not wider than a phone. Leaves the window at phone size. */
export async function expectFitsPhone(page: Page): Promise<void> {
  await page.setViewportSize(sizes.phone)
  await settle(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(sizes.phone.width)
  const clipped = await page.evaluate(() =>
    [...document.querySelectorAll('.mantine-Button-label')]
      .filter(label => label.scrollWidth > label.clientWidth + 1 || label.scrollHeight > label.clientHeight + 1)
      .map(label => label.textContent),
  )
  expect(clipped).toEqual([])
}

/** Screenshots for review: light, dark and phone. Only with `TRILHO_SHOTS=<folder> npx vitest run …`. */
export async function shots(page: Page, name: string): Promise<void> {
  const folder = inject('shotsFolder')
  if (folder === '') return
  mkdirSync(folder, { recursive: true })
  const before = page.viewportSize()
  const take = async (kind: string) => {
    await settle(page)
    await page.screenshot({ path: join(folder, `${name}-${kind}.png`), fullPage: true, animations: 'disabled' })
  }
  await page.setViewportSize(sizes.desktop)
  await page.emulateMedia({ colorScheme: 'light' })
  await take('light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await take('dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize(sizes.phone)
  await take('phone')
  if (before !== null) await page.setViewportSize(before)
}
