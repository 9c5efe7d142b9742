import { readFile } from 'node:fs/promises'
import { wrongUsage } from '../command-line/failure.ts'
import { readCsv } from '../spreadsheets/read-csv.ts'

export type Listed = { orderId: string; amount: string }

/** What the columns may be called. */
const headings = {
  orderId: ['orderid', 'order id', 'order', 'pedido'],
  amount: ['amount', 'value', 'valor', 'total'],
}

/** The merchant's own list: CSV with headings, as a shop or a spreadsheet writes it. */
export async function readList(file: string): Promise<Listed[]> {
  const bytes = await readFile(file).catch(() => {
    throw wrongUsage(`"${file}" cannot be read.`)
  })
  const [head, ...rows] = readCsv(bytes)
  const columnOf = (name: keyof typeof headings) => {
    const at = (head?.cells ?? []).findIndex(title => headings[name].includes(title.toLowerCase()))
    if (at === -1) throw wrongUsage(`"${file}" has no column ${name}.`)
    return at
  }
  const [order, price] = [columnOf('orderId'), columnOf('amount')]
  if (rows.length === 0) throw wrongUsage(`"${file}" has no rows.`)
  return rows.map(({ line, cells }) => {
    const orderId = cells[order] ?? ''
    const amount = readAmount(cells[price] ?? '')
    if (orderId === '') throw wrongUsage(`Line ${line} of "${file}" has no order id.`)
    if (amount === null) throw wrongUsage(`Line ${line} of "${file}" has no amount such as 10,50.`)
    return { orderId, amount }
  })
}

/** `1.234,56` as Brazil writes it, or `1234.56`; null: neither, or it could be both, as `1.234` could. */
function readAmount(cell: string): string | null {
  const amount = cell.replace(/^R\$\s*/, '')
  if (/^\d+(\.(\d{1,2}|\d{4,6}))?$/.test(amount)) return amount
  return /^(\d+|\d{1,3}(\.\d{3})+),\d{1,6}$/.test(amount) ? amount.replaceAll('.', '').replace(',', '.') : null
}
