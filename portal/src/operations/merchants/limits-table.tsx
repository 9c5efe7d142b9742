import { Text } from '@mantine/core'
import { Money } from '../../kit/money.tsx'
import { useTexts } from '../../kit/texts.ts'
import type { LimitsForm as Limits } from './api.ts'
import classes from './limits-table.module.css'
import { merchantTexts } from './texts.ts'

/** The most a merchant may send, by what is sent and in what time. */
export function LimitsTable({ limits }: { limits: Limits }) {
  const words = useTexts(merchantTexts)
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{words.sending}</th>
          <th scope="col">{words.perTransaction}</th>
          <th scope="col">{words.perDay}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{words.cashOuts}</th>
          <Limit amount={limits.cashOutLimit} />
          <Limit amount={limits.cashOutDailyLimit} />
        </tr>
        <tr>
          <th scope="row">{words.companyPayments}</th>
          <Limit amount={limits.companyPaymentLimit} />
          <Limit amount={limits.companyPaymentDailyLimit} />
        </tr>
      </tbody>
    </table>
  )
}

function Limit({ amount }: { amount: string | null }) {
  const words = useTexts(merchantTexts)
  return (
    <td>
      {amount === null ? (
        <Text span inherit c="dimmed" className="tabular">
          {words.noLimit}
        </Text>
      ) : (
        <Money amount={amount} />
      )}
    </td>
  )
}
