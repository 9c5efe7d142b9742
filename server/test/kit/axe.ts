import axe from 'axe-core'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

/** Half the size of `axe.source`, which every page must parse. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Accessibility problems of the page, except `beneath`: a selector of what was checked before. */
export async function axeFaults(page: Page, options: axe.RunOptions = {}, beneath?: string): Promise<string[]> {
  if (await page.evaluate('globalThis.axe === undefined')) await page.evaluate(source)
  // No rule here needs the style sheets and media loaded again.
  const given: axe.RunOptions = { ...options, resultTypes: ['violations'], preload: false }
  return page.evaluate(
    async ({ given, exclude }) => {
      // Changed colours are applied with the next frame.
      await new Promise(requestAnimationFrame)
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run({ exclude }, given)
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' ')}`)
    },
    { given, exclude: beneath === undefined ? [] : [beneath] },
  )
}

/** The rules to check in a second colour scheme after the first passed: only colours differ. */
export const onlyColours: axe.RunOptions = { runOnly: { type: 'rule', values: ['color-contrast'] } }
