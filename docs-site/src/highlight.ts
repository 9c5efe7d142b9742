import { Html, html } from '../../server/src/platform/http/html.ts'

const keywords =
  'const|let|await|async|import|from|new|return|for|of|in|if|else|throw|try|catch|def|with|as|print|func|package|var|type|function|echo|use|export|until|do|done|raise|except|None|True|False|null|true|false'

/** Comments, strings and keywords, alike in all languages. */
const pieces = new RegExp(
  [
    /(?<c>(?<![^\s])(?:#|\/\/)[^\n]*)/.source,
    /(?<s>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\\n])*`)/.source,
    `(?<k>(?<![\\w$.-])(?:${keywords})(?![\\w-]))`,
  ].join('|'),
  'g',
)

function highlight(code: string): Html {
  const parts: Html[] = []
  let at = 0
  for (const match of code.matchAll(pieces)) {
    const [kind = ''] = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined) ?? []
    parts.push(html`${code.slice(at, match.index)}<span class="${kind}">${match[0]}</span>`)
    at = match.index + match[0].length
  }
  return html`${parts}${code.slice(at)}`
}

/** A block that scrolls must be reachable by keyboard; the script adds the copy button. */
const block = (code: Html): Html => html`<div class="code"><pre tabindex="0"><code>${code}</code></pre></div>`

export const codeBlock = (code: string): Html => block(highlight(code.replace(/\n$/, '')))

/** The lines before the last empty line only prepare the call, and are shown paler. */
export function sampleBlock(code: string): Html {
  const at = code.lastIndexOf('\n\n') + 1
  return block(html`<span class="before">${code.slice(0, at)}</span>${highlight(code.slice(at).replace(/\n$/, ''))}`)
}

export type Sample = { label: string; block: Html }

/** Samples in several languages; the script remembers which one was chosen. */
export const codeTabs = (id: string, label: string, samples: Sample[]): Html => html`<div class="tabs">
<div role="tablist" aria-label="${label}">${samples.map(
  (sample, at) =>
    html`<button role="tab" type="button" id="${`${id}-${at}`}" aria-controls="${`${id}-${at}-code`}" aria-selected="${String(at === 0)}"${at === 0 ? null : new Html(' tabindex="-1"')}>${sample.label}</button>`,
)}</div>
${samples.map(
  (sample, at) =>
    html`<div role="tabpanel" id="${`${id}-${at}-code`}" aria-labelledby="${`${id}-${at}`}"${at === 0 ? null : new Html(' hidden')}>${sample.block}</div>`,
)}</div>`
