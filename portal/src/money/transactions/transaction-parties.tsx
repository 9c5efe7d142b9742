import { Details } from '../../kit/details.tsx'
import { useMerchant, usePermission } from '../../kit/merchant.ts'
import { Section } from '../../kit/section.tsx'
import { MaskedTaxNumber } from '../../kit/tax-number.tsx'
import { useTexts } from '../../kit/texts.ts'
import { type TransactionView, revealTaxNumber } from './api.ts'
import { transactionTexts } from './texts.ts'

type WhichParty = Parameters<typeof revealTaxNumber>[2]

/** Asks for a whole document, which the audit log keeps; undefined for those who may not. */
export function useReveal(transactionId: string) {
  const merchant = useMerchant()
  const mayReveal = usePermission('taxNumbers.reveal')
  return (party: WhichParty) => (mayReveal ? () => revealTaxNumber(merchant.id, transactionId, party) : undefined)
}

/** Who was named in the request, where that is somebody else, and who really paid or was paid. */
export function TransactionParties({ transaction }: { transaction: TransactionView }) {
  const words = useTexts(transactionTexts)
  const reveal = useReveal(transaction.id)
  const { named, actual, type } = transaction
  const [role, namedRole] =
    type === 'Credit' ? [words.payer, words.namedPayer] : [words.recipient, words.namedRecipient]
  const isSame = actual !== null && actual.taxNumber !== null && named?.taxNumber === actual.taxNumber
  return (
    <>
      {actual !== null && (
        <Section title={role}>
          <Details
            items={[
              { label: words.name, value: actual.name ?? words.notReported },
              {
                label: words.taxNumber,
                value:
                  actual.taxNumber === null ? (
                    words.notReported
                  ) : (
                    <MaskedTaxNumber number={actual.taxNumber} reveal={reveal('actual')} />
                  ),
              },
              { label: words.bank, value: actual.bank ?? words.notReported },
              { label: words.agency, value: actual.agency },
              { label: words.account, value: actual.account },
            ]}
          />
        </Section>
      )}
      {named !== null && !isSame && (
        <Section title={actual === null ? role : namedRole}>
          <Details
            items={[
              { label: words.name, value: named.name },
              {
                label: words.taxNumber,
                value:
                  named.taxNumber === null ? null : (
                    <MaskedTaxNumber number={named.taxNumber} reveal={reveal('named')} />
                  ),
              },
            ]}
          />
        </Section>
      )}
    </>
  )
}
