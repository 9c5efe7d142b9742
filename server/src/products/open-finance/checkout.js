// Makes the checkout quicker; everything works without it.
const byId = id => document.getElementById(id)
const fold = text =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase()
    .trim()

/** The list answers while one types. */
function filterBanks() {
  const box = byId('q')
  if (box === null) return
  const found = byId('found')
  const banks = [...byId('banks').children].map(item => {
    const name = item.querySelector('a').lastChild.textContent
    return { item, name: fold(name) }
  })
  const show = () => {
    const wanted = fold(box.value)
    let count = 0
    for (const { item, name } of banks) {
      item.hidden = !name.includes(wanted)
      if (!item.hidden) count++
    }
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

filterBanks()
sendOnce()
lookAgain()
