/** One page for everything: the products, or with `?pedido=` the order, which it follows until it is paid. */

const main = document.querySelector('main')
const reais = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' })
const titles = { paid: 'Pago', closed: 'Este Pix não vale mais', returned: 'Pagamento devolvido' }

/** A copy of a template. What comes from elsewhere is set as text: it can never become markup. */
function fill(name, values) {
  const copy = document.getElementById(name).content.cloneNode(true)
  for (const element of copy.querySelectorAll('[data-text]')) element.textContent = values[element.dataset.text]
  return copy
}

/** A temporary failure is shown in the shop's own words, or in these when the shop itself does not respond. */
async function ask(path, options) {
  const answer = await fetch(path, options).catch(() => null)
  if (answer === null) throw new Error('A loja não responde. Tente de novo em instantes.')
  const body = answer.status === 204 ? null : await answer.json()
  if (!answer.ok) throw Object.assign(new Error(body.message), { status: answer.status })
  return body
}

/** Pressed once; only where it failed it can be pressed again. */
function onPress(button, act) {
  button.addEventListener('click', () => {
    const problem = button.closest('.card').querySelector('.problem')
    problem.textContent = ''
    button.disabled = true
    act().catch(error => {
      problem.textContent = error.message
      button.disabled = false
    })
  })
}

async function showProducts() {
  main.replaceChildren(fill('shop', {}))
  for (const product of await ask('/products')) {
    const item = fill('product', { ...product, price: reais.format(product.price) })
    item.querySelector('use').setAttribute('href', `#${product.id}`)
    const button = item.querySelector('button')
    button.setAttribute('aria-label', `Pagar com Pix: ${product.name}`)
    onPress(button, async () => {
      const { id } = await ask('/orders', { method: 'POST', body: JSON.stringify({ productId: product.id }) })
      location.assign(`/?pedido=${id}`)
    })
    main.querySelector('.products').append(item)
  }
}

function showOrder(order) {
  main.replaceChildren(fill(order.state, { ...order, price: reais.format(order.price) }))
  if (order.state === 'waiting') return showCharge(order)
  const title = titles[order.state]
  document.title = `${title} · Padaria São João`
  document.getElementById('status').textContent = title
  const receipt = main.querySelector('.receipt')
  if (receipt !== null) receipt.href = order.receipt
}

function showCharge({ id, qrCode, qrImage, isSandbox }) {
  main.querySelector('.qr').src = qrImage
  const copy = main.querySelector('.copy')
  copy.addEventListener('click', () => {
    const written = () => (copy.textContent = 'Copiado')
    // Where the clipboard is forbidden, the code is at least marked.
    const forbidden = () => getSelection().selectAllChildren(main.querySelector('.code'))
    navigator.clipboard.writeText(qrCode).then(written, forbidden)
  })
  main.querySelector('.sandbox').hidden = !isSandbox
  onPress(main.querySelector('.pay'), () => ask(`/orders/${id}/pay`, { method: 'POST' }))
}

/** Asks every second until it is decided. A shop that is away for a while is asked again. */
async function follow(id, shown) {
  try {
    const order = await ask(`/orders/${encodeURIComponent(id)}`)
    if (order.state !== shown) showOrder(order)
    if (order.state !== 'waiting') return
    shown = order.state
  } catch (error) {
    if (error.status === 404) return main.replaceChildren(fill('unknown', {}))
  }
  setTimeout(follow, 1000, id, shown)
}

const orderId = new URLSearchParams(location.search).get('pedido')
// Also when a buyer comes back to a page that the browser has kept, with its button pressed.
if (orderId === null) addEventListener('pageshow', () => void showProducts())
else await follow(orderId, null)
