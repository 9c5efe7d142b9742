import { ApiError } from '../../platform/http/errors.ts'
import { readTypedAmount } from '../../platform/brazil/read-typed-amount.ts'
import { type SheetRow, UnreadableSheet, readSheet } from '../../platform/spreadsheets/read-sheet.ts'
import type { Listed } from './request-file.ts'
import { mostListed } from './states.ts'

/** What the columns of a list may be called, as headings are compared: no accents, no case, no punctuation. */
const headings = {
  orderId: [
    'pedido',
    'id do pedido',
    'numero do pedido',
    'n do pedido',
    'order',
    'order id',
    'orderid',
    'order number',
  ],
  amount: ['valor', 'valor pago', 'valor total', 'total', 'amount', 'value'],
}

/** A merchant's own list, as its shop or accounting program writes it: CSV or XLSX, with headings. */
export function readUploadedList(bytes: Buffer): Listed[] {
  const { headings: found, rows, isCut } = sheetIn(bytes)
  const column = (of: keyof typeof headings) => {
    const heading = found.find(name => headings[of].includes(name))
    if (heading === undefined)
      throw unreadable(`the list has no column ${of === 'orderId' ? 'Pedido (order)' : 'Valor (amount)'}`)
    return heading
  }
  const [orderId, amount] = [column('orderId'), column('amount')]
  if (isCut) throw unreadable(`the list has more than ${mostListed} lines`)
  if (rows.length === 0) throw unreadable('the list has no lines')
  return rows.map(row => lineOf(row, orderId, amount))
}

function lineOf({ number, cells, spansLines }: SheetRow, order: string, price: string): Listed {
  if (spansLines) throw unreadable(`line ${number} has a cell with a line break`)
  const orderId = (cells.get(order) ?? '').slice(0, 255)
  const amount = readTypedAmount(cells.get(price) ?? '')
  if (orderId === '') throw unreadable(`line ${number} has no order id`)
  if (amount === null) throw unreadable(`line ${number} has no valid amount, for example 10,50`)
  return { orderId, amount }
}

function sheetIn(bytes: Buffer) {
  try {
    return readSheet(bytes, mostListed)
  } catch (error) {
    throw error instanceof UnreadableSheet ? unreadable(error.message) : error
  }
}

const unreadable = (message: string) => new ApiError('ListUnreadable', { message })
