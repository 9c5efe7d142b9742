import { Details } from '../../kit/details.tsx'
import { Money } from '../../kit/money.tsx'
import { useTexts } from '../../kit/texts.ts'
import type { BillPreview } from './api.ts'
import { billTexts } from './texts.ts'

type Components = BillPreview['days'][number]['components']

const hasMoney = (amount: string) => /[1-9]/.test(amount)

/** How an amount is made up: what is added and taken off, and what that comes to. */
export function AmountParts({ components, total }: { components: Components; total: string }) {
  const words = useTexts(billTexts)
  const row = (label: string, sign: string, amount: string) => ({
    label,
    value: hasMoney(amount) ? (
      <>
        {sign} <Money amount={amount} />
      </>
    ) : null,
  })
  return (
    <Details
      isRows
      items={[
        { label: words.original, value: <Money amount={components.original} /> },
        row(words.fine, '+', components.fine),
        row(words.interest, '+', components.interest),
        row(words.discount, '−', components.discount),
        row(words.rebate, '−', components.rebate),
        { label: words.total, value: <Money amount={total} fw={650} /> },
      ]}
    />
  )
}
