import { Text } from '@mantine/core'
import { Money } from '../../kit/money.tsx'
import { useTexts } from '../../kit/texts.ts'
import { Details } from '../../kit/details.tsx'
import { When } from '../../kit/when.tsx'
import type { MerchantDetail } from './api.ts'
import { limitAmounts } from './limit-names.ts'
import classes from './limits-table.module.css'
import { merchantTexts } from './texts.ts'

/** The most a merchant may send, by what is sent and in what time. */
export function LimitsTable({ merchant: { limits, raisedLimits } }: { merchant: MerchantDetail }) {
  const words = useTexts(merchantTexts)
  const amount = (text: string | null) => (text === null ? words.noLimit : <Money amount={text} />)
  const raised = limitAmounts.filter(name => raisedLimits !== null && raisedLimits.limits[name] !== limits[name])
  return (
    <>
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
      <Details
        items={[
          { label: words.nightBetween(limits.nightFrom, limits.nightUntil), value: amount(limits.nightLimit) },
          { label: words.recipientDailyLimit, value: amount(limits.recipientDailyLimit) },
          { label: words.newRecipientWithin(limits.newRecipientHours), value: amount(limits.newRecipientLimit) },
          { label: words.keyDailyLimit, value: amount(limits.keyDailyLimit) },
        ]}
      />
      {raisedLimits !== null && (
        <>
          <Text size="sm" mt="sm" fw={600}>
            {words.raisedFrom} <When at={raisedLimits.at} />
          </Text>
          <Details items={raised.map(name => ({ label: words[name], value: amount(raisedLimits.limits[name]) }))} />
        </>
      )}
    </>
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
