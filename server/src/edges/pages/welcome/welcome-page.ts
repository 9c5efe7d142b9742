import { type Html, html } from '../../../platform/http/html.ts'
import { type Language, languageTag, otherLanguage } from '../../../platform/http/languages.ts'
import { brand, pageLook } from '../../../platform/http/page-look.ts'
import { testBand } from '../../../platform/http/test-mark.ts'
import { say } from './texts.ts'

/** The page runs no script and loads nothing. */
const look = pageLook(new URL('welcome.css', import.meta.url))
export const welcomePolicy = look.policy

/** What a sandbox tells beside the addresses: where it is and where its keys are. */
export type Sandbox = { url: string; keysFile: string }

export function welcomePage(sandbox: Sandbox | null, language: Language): string {
  const other = otherLanguage(language)
  return look.page({
    language,
    title: `Trilho · ${say('title', language)}`,
    body: html`<header>
${sandbox && testBand(language, say('testing', language))}
<div class="top">
${brand}
<a href="/?lang=${other}" lang="${languageTag(other)}" hreflang="${languageTag(other)}">${say('otherLanguage', language)}</a>
</div>
</header>
<main>
<h1>${say('title', language)}</h1>
<p class="intro">${say('intro', language)}</p>
<h2>${say('places', language)}</h2>
<ul class="places">
${place('/portal', 'portal', language, sandbox && html`${say('logins', language)} <code>${sandbox.keysFile}</code>`)}
${place('/docs', 'guides', language)}
${place('/docs/reference', 'reference', language)}
</ul>
${sandbox && firstTry(sandbox, language)}
</main>`,
  })
}

const place = (
  address: string,
  name: 'portal' | 'guides' | 'reference',
  language: Language,
  hint: Html | null = null,
) =>
  html`<li><a href="${address}">${say(name, language)}</a>
<p>${say(`${name}Text`, language)}</p>${hint && html`<p class="hint">${hint}</p>`}</li>`

/** One command, for a shell on the machine of the server: its login is the file with the keys. */
const firstTry = ({ url, keysFile }: Sandbox, language: Language) => html`<section>
<h2>${say('tryFirst', language)}</h2>
<p>${say('tryText', language)}</p>
<pre tabindex="0"><code>TOKEN=$(curl -s ${url}/login \\
  -H 'content-type: application/json' -d @${shellQuoted(keysFile)})
curl -s ${url}/accounts/pix/cashin \\
  -H "authorization: Bearer $TOKEN" -H 'content-type: application/json' \\
  -d '{ "payment": { "value": { "original": "10.50" } },
        "webhook": { "url": "${url}/sandbox/hooks" } }'</code></pre>
<p>${say('tryNext', language)}</p>
</section>`

const shellQuoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
