import type axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFaults, onlyColours } from '../../../server/test/kit/axe.ts'
import type { Kind } from '../../../server/test/kit/chromium.ts'
import { type openPortal, settle, sizes } from '../portal-kit.ts'

export type Portal = Awaited<ReturnType<typeof openPortal>>
type Somebody = { token: string } | null
type Window = keyof typeof sizes

/** What every set of states needs: who looks at a screen, and what the parameters of its path are. */
export type World = {
  portal: Portal
  owner: { token: string }
  operator: { token: string }
  ids: Record<string, string>
}

/** One state of a screen that axe checks. */
export type ScreenState<W extends World> = {
  /** What is on the screen. */
  shows: string
  /** Default: an owner on a merchant's screens, an operator on the platform's. Null: nobody is signed in. */
  as?: (world: W) => Somebody | Promise<Somebody>
  /** Parameters of the path that differ from those of the world. */
  ids?: (world: W) => Record<string, string> | Promise<Record<string, string>>
  query?: string
  language?: 'pt' | 'en'
  /** Leads from the loaded screen to the state. */
  steps?: (page: Page, world: W) => Promise<unknown>
  /** The file of portal/src with the dialog, or other overlay, that the steps open. */
  opens?: string
  /** Only where the other window has no such state. */
  window?: Window
  portal?: (world: W) => Portal
  browser?: Kind
}

export type States<W extends World> = Record<string, ScreenState<W>[]>

const everyWindow = Object.keys(sizes) as Window[]

/**
 * A state is defined once; `npm run test:long` checks it on a desktop and on a phone, light and dark. It is opened once:
 * only style sheets ask for the width and the colour scheme, so a changed window shows what a new one would.
 */
export function checkScreens<W extends World>(states: States<W>, world: W): void {
  const cases = Object.entries(states).flatMap(([path, list]) =>
    list.map(state => {
      const windows = state.window === undefined ? everyWindow : [state.window]
      return { path, shows: state.shows, on: windows.join(' and '), windows, state }
    }),
  )
  test.each(cases)('axe finds no problems on $path: $shows, on $on', async ({ path, windows, state }) => {
    const { page, complaints } = await openState({ path, window: windows[0] ?? 'desktop', state, world })
    const faults: string[] = []
    const isModal = await whatIsOpen(page, state.opens !== undefined)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      // In dark backwards: the window is changed only where it differs.
      for (const window of colorScheme === 'light' ? windows : windows.toReversed()) {
        await page.setViewportSize(sizes[window])
        const found = await faultsIn(page, colorScheme, isModal)
        faults.push(...found.map(fault => `${window} ${fault}`))
        const width = await page.evaluate(() => document.documentElement.scrollWidth)
        if (window === 'phone' && width > sizes.phone.width) faults.push(`phone: the page is ${width} pixels wide`)
      }
    }
    expect(faults).toEqual([])
    // A browser logs every refused call, and files of the daily screens that a slow or failed start has not used yet; its
    // viewer of PDF is not ours.
    const isOurs = (text: string) =>
      !/responded with a status of [45]|ERR_FAILED|^ApiFailure|^called chrome(-extension)?:|assets\/daily-\S+ was preloaded/.test(
        text,
      )
    expect(complaints.filter(isOurs)).toEqual([])
  })
}

type OpenInput<W extends World> = { path: string; window: Window; state: ScreenState<W>; world: W }

async function openState<W extends World>({ path, window, state, world }: OpenInput<W>) {
  const usual = path.startsWith('/operator') ? world.operator : world.owner
  const person = state.as === undefined ? usual : await state.as(world)
  const ids = { ...world.ids, ...(await state.ids?.(world)) }
  const address = path.replaceAll(/\$(\w*)/g, (_, name: string) => {
    const id = ids[name === '' ? 'rest' : name]
    if (id === undefined)
      throw new Error(`The state "${state.shows}" of ${path} has no value for $${name}: add it to ids`)
    return id
  })
  const portal = state.portal?.(world) ?? world.portal
  const options = {
    path: address + (state.query ?? ''),
    window,
    ...(state.language && { language: state.language }),
    ...(state.browser && { browser: state.browser }),
  }
  const opened = await (person === null ? portal.openPage(options) : portal.openPageOf(person, options))
  await state.steps?.(opened.page, world)
  return opened
}

const standards = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const everything: axe.RunOptions = { runOnly: { type: 'tag', values: standards } }

/** Whether a modal dialog is open. Only that is checked: what is beneath is inert, and is a state of its own. */
async function whatIsOpen(page: Page, hasOverlay: boolean): Promise<boolean> {
  await settle(page)
  if (hasOverlay) await page.locator('[role="dialog"], [role="menu"]').first().waitFor()
  return (await page.locator('[role="dialog"][aria-modal="true"]').count()) > 0
}

/** What axe finds: everything in light, and in dark what colours change, for nothing else differs. */
async function faultsIn(page: Page, colorScheme: 'light' | 'dark', isModal: boolean): Promise<string[]> {
  await settle(page)
  await page.locator(`html[data-mantine-color-scheme="${colorScheme}"]`).waitFor()
  // Colours at the end of their transitions. Endless animations, such as a waiting button, do not change colours.
  await page.evaluate(async () => {
    await new Promise(requestAnimationFrame)
    for (const animation of document.getAnimations())
      if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish()
  })
  const options = colorScheme === 'light' ? everything : onlyColours
  // The only frames are the browser's file viewers, which never respond to axe.
  const found = await axeFaults(page, { ...options, iframes: false }, isModal ? '#root' : undefined)
  return found.map(fault => `${colorScheme} ${fault}`)
}

/** Steps that many states share. */
export const press = (page: Page, name: string | RegExp): Promise<void> =>
  page.getByRole('button', { name, exact: true }).first().click()

export const pressInDialog = (page: Page, name: string): Promise<void> =>
  page.getByRole('dialog').last().getByRole('button', { name, exact: true }).click()

export const sees = (page: Page, text: string | RegExp): Promise<void> => page.getByText(text).first().waitFor()

export const fill = (page: Page, label: string, text: string): Promise<void> =>
  page.getByLabel(label).first().fill(text)

/** Chooses an entry of a menu, and waits until the menu has closed over the dialog that it opens. */
export async function choose(page: Page, menu: string, item: string): Promise<void> {
  await page.getByRole('button', { name: menu }).first().click()
  await page.getByRole('menuitem', { name: item }).click()
  await page.getByRole('menuitem').first().waitFor({ state: 'detached' })
}
