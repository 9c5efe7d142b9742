import { texts } from './texts.js'

const refreshMs = 2000
const one = selector => document.querySelector(selector)
const kept = new URLSearchParams(location.search).get('lang') ?? localStorage.getItem('language') ?? navigator.language
let language = kept.startsWith('en') ? 'en' : 'pt'
const text = name => texts[language][name] ?? name
const stateText = state => texts[language].states[state] ?? state

async function call(method, path, body) {
  const json = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const answer = await fetch(path, { method, ...json })
  const content = await answer.json()
  if (!answer.ok) throw new Error(content.error)
  return content
}

const element = (name, content, changes = {}) => {
  const made = Object.assign(document.createElement(name), changes)
  made.append(...[content].flat().filter(part => part !== null && part !== undefined))
  return made
}

const money = amount =>
  new Intl.NumberFormat(language === 'pt' ? 'pt-BR' : 'en', { style: 'currency', currency: 'BRL' }).format(amount)
const moment = at => (at ? new Date(at).toLocaleString(language === 'pt' ? 'pt-BR' : 'en') : '')

const good = new Set(['CONCLUIDA', 'Paid', 'delivered'])
const bad = new Set(['Refused', 'Disapproved', 'dropped', 'given up', 'REMOVIDA_PELO_PSP'])
const stateCell = state =>
  element('span', stateText(state), { className: good.has(state) ? 'good' : bad.has(state) ? 'bad' : '' })

const button = (name, act) => element('button', text(name), { type: 'button', onclick: () => act().catch(show) })

function show(outcome) {
  const line = one('#outcome')
  line.textContent = outcome instanceof Error ? outcome.message : outcome
  line.className = outcome instanceof Error ? 'bad' : 'good'
}

/** Writes a table anew, but not while somebody is using a button of it. */
function table(id, columns, rows) {
  const place = one(id)
  if (place.contains(document.activeElement) && document.activeElement !== place) return
  if (rows.length === 0) return place.replaceChildren(element('p', text('none'), { className: 'none' }))
  const cells = (row, name) => columns.map(c => element(name, row ? c.cell(row) : text(c.name), { className: c.name }))
  const head = element('thead', element('tr', cells(null, 'th')))
  const body = element(
    'tbody',
    rows.map(row => element('tr', cells(row, 'td'))),
  )
  place.replaceChildren(element('table', [head, body]))
}

const act = (path, name) =>
  button(name, async () => {
    await call('POST', `${path}/${name}`, {})
    document.activeElement?.blur()
    await refresh()
  })

const isUndecided = state => state === 'ABERTA' || state === 'EM_DEFESA'

const actionsOf = { AwaitingApproval: ['approve'], Processing: ['complete', 'refuse'], Paid: ['return'] }

async function refresh() {
  const [settings, charges, payouts, pix, infractions, callbacks, faults] = await Promise.all(
    ['/settings', '/charges', '/payouts', '/pix', '/infractions', '/callbacks', '/faults'].map(path =>
      call('GET', path),
    ),
  )
  if (one('#kind').options.length === 0)
    one('#kind').replaceChildren(...faults.kinds.map(kind => element('option', kind, { value: kind })))
  one('#clock').textContent = moment(settings.now)
  table(
    '#charges',
    [
      { name: 'when', cell: c => moment(c.createdAt) },
      { name: 'partner', cell: c => c.partner },
      { name: 'amount', cell: c => money(c.amount) },
      {
        name: 'state',
        cell: c => [stateCell(c.status), c.status === 'ATIVA' && c.isExpired ? ` (${text('expired')})` : ''],
      },
      { name: 'act', cell: c => (c.code && c.status === 'ATIVA' ? button('copy', () => use(c.code)) : '') },
    ],
    charges,
  )
  table(
    '#payouts',
    [
      { name: 'when', cell: p => moment(p.requestedAt) },
      { name: 'partner', cell: p => p.partner },
      { name: 'amount', cell: p => money(p.amount) },
      { name: 'recipient', cell: p => p.recipient.name },
      { name: 'state', cell: p => [stateCell(p.state), p.refusal ? ` (${p.refusal.code})` : ''] },
      { name: 'act', cell: p => (actionsOf[p.state] ?? []).map(name => act(`/payouts/${p.endToEndId}`, name)) },
    ],
    payouts,
  )
  table(
    '#pix',
    [
      { name: 'when', cell: p => moment(p.at) },
      { name: 'partner', cell: p => p.partner },
      { name: 'amount', cell: p => money(p.amount) },
      { name: 'paidBy', cell: p => p.payer.name },
      { name: 'act', cell: p => act(`/pix/${p.endToEndId}`, 'report') },
    ],
    pix,
  )
  table(
    '#infractions',
    [
      { name: 'when', cell: i => moment(i.createdAt) },
      { name: 'partner', cell: i => i.partner },
      { name: 'amount', cell: i => money(i.amount) },
      { name: 'state', cell: i => stateCell(i.state) },
      { name: 'defence', cell: i => i.defence ?? '' },
      {
        name: 'act',
        cell: i => (isUndecided(i.state) ? ['accept', 'reject'].map(name => act(`/infractions/${i.id}`, name)) : ''),
      },
    ],
    infractions,
  )
  table(
    '#callbacks',
    [
      { name: 'partner', cell: c => c.partner },
      { name: 'about', cell: c => c.about.replace(/^\D+(?= E)/, kind => texts[language].notices[kind] ?? kind) },
      { name: 'state', cell: c => stateCell(c.state) },
      { name: 'attempts', cell: c => c.attempts.map(({ outcome }) => outcome).join(', ') },
    ],
    callbacks,
  )
  table(
    '#faults',
    [
      { name: 'kind', cell: f => f.kind },
      { name: 'partner', cell: f => f.partner ?? '' },
      { name: 'path', cell: f => f.path ?? '' },
      { name: 'times', cell: f => String(f.times) },
    ],
    faults.calls,
  )
}

const wordsIn = id =>
  one(id)
    .value.split(/[\s,]+/)
    .filter(Boolean)

async function addFault() {
  const [kind, partner, path] = ['#kind', '#faulty', '#path'].map(id => one(id).value.trim())
  const fields = wordsIn('#names')
  await call('POST', '/faults', {
    kind,
    times: Number(one('#times').value),
    ...(partner === '' ? {} : { partner }),
    ...(path === '' ? {} : { path }),
    ...(fields.length === 0 ? {} : { fields }),
  })
  one('#fault').reset()
  await refresh()
}

async function use(code) {
  one('#code').value = code
  await read()
  one('#amount').focus()
}

async function read() {
  const code = one('#code').value.trim()
  one('#found').hidden = true
  show('')
  if (code === '') return
  const found = await call('POST', '/codes/read', { code })
  const facts = [
    [text('to'), `${found.name ?? found.key} (${found.partner ?? found.key})`],
    ...(found.status ? [[text('state'), stateText(found.status)]] : []),
  ]
  one('#facts').replaceChildren(...facts.flatMap(([name, value]) => [element('dt', name), element('dd', value)]))
  one('#amount').value = found.amount ?? ''
  one('#amount').readOnly = found.kind === 'charge' && !found.payerMayChangeAmount
  one('#found').hidden = false
}

async function pay() {
  const [code, amount, name, taxId] = ['#code', '#amount', '#payer', '#taxId'].map(id => one(id).value.trim())
  const { pix } = await call('POST', '/codes/pay', { code, amount, payer: { name, taxId } })
  one('#pay').reset()
  one('#found').hidden = true
  show(`${text('paid')}: ${money(pix[0].amount)} · ${pix[0].endToEndId}`)
  await refresh()
}

function setLanguage(chosen) {
  language = chosen
  localStorage.setItem('language', chosen)
  document.documentElement.lang = chosen === 'pt' ? 'pt-BR' : 'en'
  document.title = text('title')
  for (const part of document.querySelectorAll('[data-text]')) part.textContent = text(part.dataset.text)
  for (const part of document.querySelectorAll('[data-label]'))
    part.setAttribute('aria-label', text(part.dataset.label))
  for (const part of document.querySelectorAll('[data-language]'))
    part.setAttribute('aria-pressed', String(part.dataset.language === chosen))
}

for (const choice of document.querySelectorAll('[data-language]'))
  choice.addEventListener('click', () => {
    setLanguage(choice.dataset.language)
    choice.blur()
    refresh().catch(show)
  })
one('#code').addEventListener('input', () => void read().catch(show))
one('#pay').addEventListener('submit', event => {
  event.preventDefault()
  pay().catch(show)
})
one('#fault').addEventListener('submit', event => {
  event.preventDefault()
  addFault().catch(show)
})
one('#no-faults').addEventListener('click', () => call('DELETE', '/faults').then(refresh).catch(show))
setLanguage(language)
refresh().catch(show)
setInterval(() => refresh().catch(() => {}), refreshMs)
