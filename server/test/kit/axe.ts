import axe from 'axe-core'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

/** Half the text of `axe.source`, which every page must read anew. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** What is not accessible on the page as it stands, or on what is not `beneath`: a selector of what was looked at before. */
export async function axeFaults(page: Page, options: axe.RunOptions = {}, beneath?: string): Promise<string[]> {
  if (await page.evaluate('globalThis.axe === undefined')) await page.evaluate(source)
  // No rule here needs the style sheets and media read once more.
  const given: axe.RunOptions = { ...options, resultTypes: ['violations'], preload: false }
  return page.evaluate(
    async ({ given, exclude }) => {
      // Colours that have just changed are all there with the next frame.
      await new Promise(requestAnimationFrame)
      const { violations } = await (globalThis as unknown as { axe: typeof axe }).axe.run({ exclude }, given)
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' ')}`)
    },
    { given, exclude: beneath === undefined ? [] : [beneath] },
  )
}

/** What can be wrong in a second colour scheme when the first has no fault: between the two only colours change. */
export const onlyColours: axe.RunOptions = { runOnly: { type: 'rule', values: ['color-contrast'] } }
