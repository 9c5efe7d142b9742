import { type Html, html } from '../../../platform/http/html.ts'
import { type Around, type Page, framePage } from '../kit/frame.ts'
import { wordsIn } from './texts.ts'

type Say = ReturnType<typeof wordsIn>

/** What a sandbox shows in addition: its URL and where its keys are. */
export type Sandbox = { url: string; keysFile: string }

/** The page runs no script and loads nothing. */
export function welcomePage(sandbox: Sandbox | null, around: Around): Page {
  const say = wordsIn(around.language)
  return framePage({
    ...around,
    title: `Trilho · ${say('title')}`,
    layout: 'wide',
    here: '/',
    testMeaning: say('testing'),
    main: html`<h1>${say('title')}</h1>
<p>${say('intro')}</p>
<h2>${say('places')}</h2>
<ul class="places">
${place('/portal', 'portal', say, sandbox && html`${say('logins')} <code>${sandbox.keysFile}</code>`)}
${place('/docs', 'guides', say)}
${place('/docs/reference', 'reference', say)}
</ul>
${sandbox && firstTry(sandbox, say)}`,
  })
}

const place = (address: string, name: 'portal' | 'guides' | 'reference', say: Say, hint: Html | null = null) =>
  html`<li class="card"><a href="${address}">${say(name)}</a>
<p class="quiet">${say(`${name}Text`)}</p>${hint && html`<p class="hint">${hint}</p>`}</li>`

/** One command, for a shell on the machine of the server: its login is the file with the keys. */
const firstTry = ({ url, keysFile }: Sandbox, say: Say) => html`<section>
<h2>${say('tryFirst')}</h2>
<p class="quiet">${say('tryText')}</p>
<pre class="card" tabindex="0"><code>TOKEN=$(curl -s ${url}/login \\
  -H 'content-type: application/json' -d @${shellQuoted(keysFile)})
curl -s ${url}/accounts/pix/cashin \\
  -H "authorization: Bearer $TOKEN" -H 'content-type: application/json' \\
  -d '{ "payment": { "value": { "original": "10.50" } },
        "webhook": { "url": "${url}/sandbox/hooks" } }'</code></pre>
<p class="quiet">${say('tryNext')}</p>
</section>`

const shellQuoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
