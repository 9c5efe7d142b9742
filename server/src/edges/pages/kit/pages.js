// Makes pages quicker and live; each of them works without it.
const byId = id => document.getElementById(id)

function copyTexts() {
  for (const button of document.querySelectorAll('button[data-copies]')) copyBy(button)
}

function copyBy(button) {
  const code = byId(button.dataset.copies)
  const label = button.textContent
  code.addEventListener('focus', () => code.select())
  button.hidden = false
  const say = words => {
    button.textContent = words
    button.nextElementSibling.textContent = words === label ? '' : words
  }
  const copy = async () => {
    // Browsers have a clipboard only where the page came by https.
    if (navigator.clipboard) await navigator.clipboard.writeText(code.value)
    else {
      code.select()
      document.execCommand('copy')
    }
    say(button.dataset.copied)
    setTimeout(() => say(label), 4000)
  }
  button.addEventListener('click', () => void copy())
}

/** The time that is left, as the server counted it: this device's clock may be wrong. Shown once it is below two days. */
function countDown() {
  const line = byId('left')
  if (line === null) return
  const clock = line.querySelector('b')
  const end = Date.now() + Number(line.dataset.seconds) * 1000
  const show = () => {
    const seconds = Math.max(0, Math.floor((end - Date.now()) / 1000))
    const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    clock.textContent = parts.map(part => String(part).padStart(2, '0')).join(':')
    line.hidden = seconds > 172_800
    if (seconds === 0) location.reload()
  }
  setInterval(show, 1000)
  show()
}

/** Asks how the charge stands: every two seconds at first, then less often; not while nobody sees the page. */
function watchCharge() {
  const watched = document.querySelector('[data-state]')
  if (watched === null) return
  let begun = Date.now()
  let pauseMs = 2000
  let waiting
  const look = async () => {
    clearTimeout(waiting)
    if (document.hidden) return
    try {
      const response = await fetch(watched.dataset.state, { cache: 'no-store' })
      if (!response.ok) throw new Error(`status ${response.status}`)
      const { data } = await response.json()
      if (data.state !== 'Registered' || data.isPaid) return location.reload()
      pauseMs = Date.now() - begun < 600_000 ? 2000 : 15_000
    } catch {
      pauseMs = Math.min(pauseMs * 2, 60_000)
    }
    waiting = setTimeout(look, pauseMs)
  }
  document.addEventListener('visibilitychange', () => {
    begun = Date.now()
    void look()
  })
  void look()
}

/** Without accents and capitals, as the server searches. */
const fold = text =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .trim()

/** The list of banks changes while one types. */
function filterBanks() {
  const box = byId('q')
  if (box === null) return
  const found = byId('found')
  const banks = Array.from(byId('banks').children, item => {
    return { item, name: fold(item.querySelector('a').lastChild.textContent) }
  })
  const show = () => {
    const term = fold(box.value)
    for (const { item, name } of banks) item.hidden = !name.includes(term)
    const count = banks.filter(({ item }) => !item.hidden).length
    const { one, many, none } = found.dataset
    found.textContent = count === 0 ? none : count === 1 ? one : many.replace('{count}', count)
    byId('none').hidden = count > 0
  }
  box.addEventListener('input', show)
  // The browser gives back what was typed when one comes back to the page.
  addEventListener('pageshow', show)
}

/** A second click sends nothing; coming back to the page makes it usable again. */
function sendOnce() {
  for (const form of document.querySelectorAll('form[data-once]')) {
    form.addEventListener('submit', event => {
      if (form.ariaBusy === 'true') event.preventDefault()
      form.ariaBusy = 'true'
    })
    addEventListener('pageshow', () => {
      form.ariaBusy = null
    })
  }
}

/** Looks again while the bank is confirming, less and less often. */
function lookAgain() {
  const link = document.querySelector('a[data-again]')
  if (link === null) return
  const looks = Number(new URLSearchParams(location.search).get('looks')) + 1
  setTimeout(() => location.replace(`${link.href}&looks=${looks}`), Math.min(1 + looks, 60) * 1000)
}

copyTexts()
countDown()
watchCharge()
filterBanks()
sendOnce()
lookAgain()
if (location.hash === '#print') print()
