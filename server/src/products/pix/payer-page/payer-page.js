// Makes the payer's page live; without it one sees the code, and the page is loaded again by itself.
const byId = id => document.getElementById(id)

function copyCode() {
  const button = byId('copy')
  if (button === null) return
  const code = byId('code')
  const label = button.textContent
  code.addEventListener('focus', () => code.select())
  button.hidden = false
  const say = words => {
    button.textContent = words
    byId('said').textContent = words === label ? '' : words
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

const twoDigits = number => String(number).padStart(2, '0')

/** The time that is left, as the server counted it: this device's clock may be wrong. Shown once it is below two days. */
function runClock() {
  const line = byId('left')
  if (line === null) return
  const clock = line.querySelector('b')
  const end = Date.now() + Number(line.dataset.seconds) * 1000
  const show = () => {
    const seconds = Math.max(0, Math.floor((end - Date.now()) / 1000))
    const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60]
    clock.textContent = parts.map(twoDigits).join(':')
    line.hidden = seconds > 172_800
    if (seconds === 0) location.reload()
  }
  setInterval(show, 1000)
  show()
}

const watched = document.querySelector('[data-state]')
let begun = Date.now()
let pauseMs = 2000
let waiting

/** Asks how the charge stands: every two seconds at first, then less often; not while nobody sees the page. */
async function look() {
  clearTimeout(waiting)
  if (watched === null || document.hidden) return
  try {
    const answer = await fetch(watched.dataset.state, { cache: 'no-store' })
    if (!answer.ok) throw new Error(`answered ${answer.status}`)
    const { data } = await answer.json()
    if (data.state !== 'Registered') return location.reload()
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
copyCode()
runClock()
void look()
if (location.hash === '#print') print()
