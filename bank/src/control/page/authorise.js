import { texts } from './texts.js'

const asked = new URLSearchParams(location.search)
const kept = asked.get('lang') ?? localStorage.getItem('language') ?? navigator.language
const language = kept.startsWith('en') ? 'en' : 'pt'
const words = texts[language]
const path = `/initiations/${encodeURIComponent(asked.get('id') ?? '')}`
const one = selector => document.querySelector(selector)
const element = (name, content, changes = {}) => {
  const made = Object.assign(document.createElement(name), changes)
  made.append(content)
  return made
}

async function call(method, address, body) {
  const json = body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
  const answer = await fetch(address, { method, ...json })
  const content = await answer.json()
  if (!answer.ok) throw new Error(content.error)
  return content
}

const show = error => void (one('#outcome').textContent = error.message)

/** Whatever is decided, the payer goes back to where the partner wants them. */
const act = name => {
  const decide = async () => location.assign((await call('POST', `${path}/${name}`, {})).returnUrl)
  return element('button', words[name], { type: 'button', onclick: () => decide().catch(show) })
}

document.documentElement.lang = language === 'en' ? 'en' : 'pt-BR'
one('#heading').textContent = words.authoriseAPayment
try {
  const { amount, payer, receiver, state } = await call('GET', path)
  const money = new Intl.NumberFormat(document.documentElement.lang, { style: 'currency', currency: 'BRL' })
  one('#bank').textContent = payer.institution.name
  const facts = { amount: money.format(amount), receiver, taxId: payer.taxId, state: words.states[state] ?? state }
  for (const [name, value] of Object.entries(facts))
    one('#facts').append(element('dt', words[name]), element('dd', value))
  if (state === 'Pending') one('#actions').append(act('authorise'), ' ', act('refuse'))
} catch (error) {
  show(error)
}
