import { expect, test } from 'vitest'
import { shopAddress } from './read-checkout.ts'

const ours = 'transactionId=T&transactionState=Completed'

test.each([
  ['https://shop.example.com', `https://shop.example.com/?${ours}`],
  ['https://shop.example.com/a?b=1', `https://shop.example.com/a?b=1&${ours}`],
  ['https://shop.example.com/a?b=1#top', `https://shop.example.com/a?b=1&${ours}#top`],
  ['https://shop.example.com/?', `https://shop.example.com/?${ours}`],
  // The shop's own query is unchanged.
  ['https://s.com/?q=a+b%20c&q=%C3%A9&empty=&flag', `https://s.com/?q=a+b%20c&q=%C3%A9&empty=&flag&${ours}`],
  // Our own parameters appear once, with our values.
  ['https://s.com/?transactionState=Completed&a=1&transaction%49d=X', `https://s.com/?a=1&${ours}`],
  ['https://são.example.com/café', `https://xn--so-sia.example.com/caf%C3%A9?${ours}`],
  ['http://127.0.0.1:4000/back', `http://127.0.0.1:4000/back?${ours}`],
])('%s leads to %s', (redirectUrl, address) => {
  expect(shopAddress(redirectUrl, 'T', 'Completed')).toBe(address)
})
