import { Modal, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ReceiverReview } from '../../../../server/src/products/company-payments/receivers/portal-schemas.ts'
import { api, isFailure } from '../../kit/api.ts'
import { Details } from '../../kit/details.tsx'
import { CopyableTaxNumber } from '../../kit/tax-number.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { reviewTexts } from './texts.ts'
import { Verdict } from './verdict.tsx'

type Props = {
  receiver: ReceiverReview | null
  onClose: () => void
  onDone: () => void
}

/** A company and its accounts as the merchant registered them, and the operator's word on them. */
export function ReviewDialog({ receiver, onClose, onDone }: Props) {
  const [shown, setShown] = useState(receiver)
  const [looksAgain, setLooksAgain] = useState(false)
  // What the operator looks at stays: a list that is read again must not put other data under the hand that approves.
  if (shown?.id !== receiver?.id || (looksAgain && shown?.revision !== receiver?.revision)) {
    setShown(receiver)
    setLooksAgain(false)
  }
  return (
    <Modal opened={shown !== null} onClose={onClose} title={shown?.fantasyName} size="lg">
      {shown !== null && (
        <Review key={shown.id} receiver={shown} onDone={onDone} onChanged={() => setLooksAgain(true)} />
      )}
    </Modal>
  )
}

/** `onChanged`: the merchant has changed it meanwhile, so it must be read again before anything can be said about it. */
type ReviewProps = { receiver: ReceiverReview; onDone: () => void; onChanged: () => void }

function Review({ receiver, onDone, onChanged }: ReviewProps) {
  const words = useTexts(reviewTexts)
  return (
    <Stack>
      <Details
        items={[
          { label: words.cnpj, value: <CopyableTaxNumber number={receiver.cnpj} what={words.cnpj} /> },
          { label: words.merchant, value: receiver.merchant.name },
          { label: words.registeredAt, value: <When at={receiver.createdAt} /> },
        ]}
      />
      <div>
        <Text size="xs" c="dimmed" mb={2}>
          {words.accounts}
        </Text>
        {receiver.accounts.length === 0 && <Text size="sm">{words.noAccount}</Text>}
        {receiver.accounts.map(account => (
          <Text key={account.id} size="sm">
            {account.bankCode} · {account.bankName}, {words.accountOf(account.agency, account.number)}
          </Text>
        ))}
      </div>
      <Verdict
        send={(act, body) => {
          const path = `/operator/merchants/${receiver.merchant.id}/receivers/${receiver.id}/${act}`
          return api.post(path, { revision: receiver.revision, ...body })
        }}
        notices={{ approve: words.approved(receiver.fantasyName), reject: words.rejected(receiver.fantasyName) }}
        onDone={onDone}
        onFailure={error => isFailure(error, 'ReceiverChanged') && onChanged()}
      />
    </Stack>
  )
}
