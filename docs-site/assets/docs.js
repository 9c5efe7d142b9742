// Tabs, copying, search and trying calls. Everything can be read without it.
const { words: texts, search: indexAddress } = document.body.dataset
const words = JSON.parse(texts)
const all = (selector, root = document) => [...root.querySelectorAll(selector)]

function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties)
  element.append(...children)
  return element
}

// ---- Samples: one choice for all of them, remembered.

const choiceKey = 'trilho-docs-sample'

function chooseTab(tab) {
  const tabs = all('[role=tab]', tab.parentElement)
  for (const one of tabs) {
    const isChosen = one === tab
    one.setAttribute('aria-selected', String(isChosen))
    one.tabIndex = isChosen ? 0 : -1
    document.getElementById(one.getAttribute('aria-controls')).hidden = !isChosen
  }
}

function chooseEverywhere(label) {
  for (const tab of all('[role=tab]')) if (tab.textContent === label) chooseTab(tab)
}

function startTabs() {
  const remembered = localStorage.getItem(choiceKey)
  if (remembered !== null) chooseEverywhere(remembered)
  const choose = tab => {
    const before = tab.getBoundingClientRect().top
    chooseEverywhere(tab.textContent)
    localStorage.setItem(choiceKey, tab.textContent)
    // Samples above may have become longer: what was pressed stays where it was.
    scrollBy(0, tab.getBoundingClientRect().top - before)
  }
  for (const list of all('[role=tablist]')) {
    const tabs = all('[role=tab]', list)
    for (const [at, tab] of tabs.entries()) {
      tab.addEventListener('click', () => choose(tab))
      tab.addEventListener('keydown', event => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
        if (step === undefined) return
        const next = tabs[(at + step + tabs.length) % tabs.length]
        choose(next)
        next.focus()
      })
    }
  }
}

function startCopying() {
  for (const block of all('.code')) {
    const button = make('button', { type: 'button', className: 'copy', textContent: words.copy })
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(`${block.querySelector('code').textContent}\n`)
      button.textContent = words.copied
      setTimeout(() => (button.textContent = words.copy), 1500)
    })
    block.append(button)
  }
}

// ---- Search.

const fold = text =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()

/** Every word must occur; titles count more than texts, and there the beginning of a word more than its middle. */
function scoreOf(entry, term) {
  let score = 0
  for (const word of term) {
    const inTitle = entry.title.indexOf(word)
    if (inTitle === -1 && !entry.text.includes(word)) return 0
    if (inTitle !== -1) score += /[a-z0-9]/.test(entry.title[inTitle - 1] ?? ' ') ? 4 : 8
    score += Math.min(entry.text.split(word).length, 6) / 3
  }
  return score - entry.title.length / 1000
}

function startSearch() {
  const box = document.querySelector('.search input')
  const list = document.getElementById('found')
  let index
  let at = -1
  const read = () =>
    (index ??= fetch(indexAddress)
      .then(response => response.json())
      .then(entries =>
        entries.map(([kind, title, address, text]) => ({
          kind,
          shown: title,
          address,
          title: fold(title),
          text: fold(text),
        })),
      ))
  const close = () => {
    list.hidden = true
    box.setAttribute('aria-expanded', 'false')
    box.removeAttribute('aria-activedescendant')
    at = -1
  }
  const move = step => {
    const options = all('[role=option]', list)
    if (options.length === 0) return
    at = (at + step + options.length) % options.length
    for (const [place, option] of options.entries()) option.setAttribute('aria-selected', String(place === at))
    options[at].scrollIntoView({ block: 'nearest' })
    box.setAttribute('aria-activedescendant', options[at].id)
  }
  const show = async () => {
    const term = fold(box.value)
      .split(/\s+/)
      .filter(word => word !== '')
    if (term.length === 0) return close()
    const found = (await read())
      .map(entry => ({ entry, score: scoreOf(entry, term) }))
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, 12)
    const items = found.map(({ entry }, place) => {
      const item = make('li', { id: `found-${place}` }, make('small', { textContent: entry.kind }), entry.shown)
      item.setAttribute('role', 'option')
      item.setAttribute('aria-selected', 'false')
      item.addEventListener('click', () => go(entry.address))
      return item
    })
    if (items.length === 0) {
      const nothing = make('li', { textContent: words.nothingFound })
      nothing.setAttribute('role', 'presentation')
      items.push(nothing)
    }
    list.replaceChildren(...items)
    list.hidden = false
    box.setAttribute('aria-expanded', 'true')
    at = -1
    if (found.length > 0) move(1)
  }
  const go = address => {
    close()
    box.value = ''
    location.href = address
  }
  box.addEventListener('focus', read, { once: true })
  box.addEventListener('input', () => void show())
  box.addEventListener('keydown', event => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      move(event.key === 'ArrowDown' ? 1 : -1)
    }
    if (event.key === 'Escape') close()
    if (event.key === 'Enter') list.children[at]?.click()
  })
  document.addEventListener('click', event => {
    if (!event.target.closest('.search')) close()
  })
  document.addEventListener('keydown', event => {
    if (event.key !== '/' || event.target.closest('input, textarea')) return
    event.preventDefault()
    box.focus()
  })
}

// ---- Trying a call. The token stays in this tab.

const tokenKey = 'trilho-docs-token'
const token = () => sessionStorage.getItem(tokenKey)

function showLogins() {
  for (const form of all('.try[open] form:not([data-public])')) {
    all('.login, .logged-in', form).forEach(old => old.remove())
    const template = document.getElementById(token() === null ? 'login' : 'logged-in')
    form.prepend(template.content.cloneNode(true))
    form.querySelector('.demo')?.addEventListener('click', () => logIn(form, '/docs/demo-token', {}))
    form
      .querySelector('.own')
      ?.addEventListener('click', () =>
        logIn(form, '/login', { accessKey: form.elements.accessKey.value, secret: form.elements.secret.value }),
      )
    form.querySelector('.forget')?.addEventListener('click', () => {
      sessionStorage.removeItem(tokenKey)
      showLogins()
    })
  }
}

async function logIn(form, address, keys) {
  const outcome = form.querySelector('.outcome')
  const response = await send('POST', address, JSON.stringify(keys))
  if (!response.ok) return showResponse(outcome, response)
  sessionStorage.setItem(tokenKey, response.text.startsWith('{') ? JSON.parse(response.text).token : response.text)
  outcome.replaceChildren()
  showLogins()
  form.querySelector('[type=submit]').focus()
}

async function send(method, address, body, given = {}) {
  const headers = { ...given, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
  if (token() !== null) headers.authorization = `Bearer ${token()}`
  const startedAt = performance.now()
  const response = await fetch(address, { method, headers, body })
  const text = await response.text()
  return {
    ok: response.ok,
    status: response.status,
    headers: [...response.headers],
    text,
    ms: performance.now() - startedAt,
  }
}

const fill = (text, saved, encode = value => value) =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name) => (saved[name] === undefined ? whole : encode(saved[name])))

/** Makes what the call needs, as the first lines of its samples do. */
async function setUp(steps, saved) {
  for (const step of steps) {
    if (step.upload) {
      await fetch(saved.address, {
        method: 'PUT',
        headers: { 'content-type': 'application/pdf' },
        body: '%PDF-1.7\n%%EOF\n',
      })
      continue
    }
    const response = await send(
      step.method,
      fill(step.path, saved, encodeURIComponent),
      step.body && fill(step.body, saved),
    )
    if (!response.ok) return response
    if (step.saves === undefined) continue
    const { as, from, lastPart } = step.saves
    const found = from.reduce((part, key) => part?.[key], JSON.parse(response.text).data)
    saved[as] = lastPart ? found.split('/').pop() : found
  }
}

function queryOf(form, saved) {
  const query = new URLSearchParams()
  for (const input of all('[data-in=query]', form))
    if (input.value !== '') query.set(input.name, fill(input.value, saved))
  return query.size === 0 ? '' : `?${query}`
}

function headersOf(form) {
  const given = all('[data-in=header]', form).filter(({ value }) => value !== '')
  return Object.fromEntries(given.map(({ name, value }) => [name, value]))
}

async function tryCall(form, outcome) {
  const { method, path } = form.dataset
  const saved = {}
  const given = all('[data-in=path]', form)
  for (const { name, value } of given) if (value !== '') saved[name] = value
  const body = form.elements.body?.value
  const isMissing = given.some(({ value }) => value === '') || /"\{\w+\}"/.test(body ?? '')
  const isAsked = all('[data-in=query]', form).some(({ value }) => /^\{\w+\}$/.test(value))
  const stopped = isMissing || isAsked ? await setUp(JSON.parse(form.dataset.setUp), saved) : undefined
  for (const input of given) input.value ||= saved[input.name] ?? ''
  const address = fill(path, saved, encodeURIComponent) + queryOf(form, saved)
  showResponse(outcome, stopped ?? (await send(method, address, body ? fill(body, saved) : undefined, headersOf(form))))
}

function showResponse(outcome, { status, headers, text, ms }) {
  let shown = text
  try {
    shown = JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    // Not JSON: as it came.
  }
  const shownHeaders = headers.map(([name, value]) => `${name}: ${value}`).join('\n')
  outcome.replaceChildren(
    make(
      'p',
      {},
      make('strong', { className: status < 400 ? 'good' : 'bad', textContent: status }),
      ` ${Math.round(ms)} ${words.ms}`,
    ),
    make('pre', { tabIndex: 0 }, make('code', { textContent: `${shownHeaders}\n\n${shown.slice(0, 20_000)}` })),
  )
}

function startTrying() {
  for (const details of all('.try')) {
    const form = details.querySelector('form')
    details.addEventListener('toggle', showLogins)
    // Each reader's orders are their own: a sample's id has been used before, with another body.
    const body = form.elements.body
    if (body !== undefined)
      body.value = body.value.replaceAll(/"(order|payout|refund)-\d+"/g, `"$1-${Date.now().toString(36)}"`)
    form.addEventListener('submit', async event => {
      event.preventDefault()
      const outcome = form.querySelector('.outcome')
      if (token() === null && form.dataset.public === undefined)
        return outcome.replaceChildren(make('p', { textContent: words.tokenNeeded }))
      outcome.replaceChildren(make('p', { textContent: words.sending }))
      await tryCall(form, outcome).catch(() =>
        outcome.replaceChildren(make('p', { className: 'bad', textContent: words.unreachable })),
      )
    })
  }
}

startTabs()
startCopying()
startSearch()
startTrying()
