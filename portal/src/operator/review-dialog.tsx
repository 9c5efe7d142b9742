import { Button, Group, Modal, Stack, Text, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { ReceiverReview } from '../../../server/src/company-payments/receivers/portal-schemas.ts'
import { api, isFailure } from '../kit/api.ts'
import { Details } from '../kit/details.tsx'
import { FormFailure } from '../kit/form.tsx'
import { notifyDone } from '../kit/notify.tsx'
import { CopyableTaxNumber } from '../kit/tax-number.tsx'
import { useTexts } from '../kit/texts.ts'
import { When } from '../kit/when.tsx'
import { reviewTexts } from './review-texts.ts'

type Props = {
  receiver: ReceiverReview | null
  onClose: () => void
  onDone: () => void
  /** The merchant has changed it meanwhile: it must be read again before anything can be said about it. */
  onChanged: () => void
}

/** A company and its accounts as the merchant registered them, and the operator's word on them. */
export function ReviewDialog({ receiver, onClose, ...rest }: Props) {
  return (
    <Modal opened={receiver !== null} onClose={onClose} title={receiver?.fantasyName} size="lg">
      {receiver !== null && <Review key={receiver.id} receiver={receiver} {...rest} />}
    </Modal>
  )
}

type ReviewProps = { receiver: ReceiverReview } & Pick<Props, 'onDone' | 'onChanged'>

function Review({ receiver, onDone, onChanged }: ReviewProps) {
  const words = useTexts(reviewTexts)
  const [note, setNote] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const [sending, setSending] = useState<'approve' | 'reject' | null>(null)
  const [failure, setFailure] = useState<unknown>(null)

  async function decide(act: 'approve' | 'reject') {
    const said = note.trim()
    setIsMissing(act === 'reject' && said === '')
    if (act === 'reject' && said === '') return
    setSending(act)
    setFailure(null)
    try {
      const path = `/operator/merchants/${receiver.merchant.id}/receivers/${receiver.id}/${act}`
      await api.post(path, { revision: receiver.revision, ...(said === '' ? {} : { note: said }) })
      notifyDone(act === 'approve' ? words.approved(receiver.fantasyName) : words.rejected(receiver.fantasyName))
      onDone()
    } catch (error) {
      if (!isFailure(error, 'ConfirmationRequired')) setFailure(error)
      if (isFailure(error, 'ReceiverChanged')) onChanged()
    } finally {
      setSending(null)
    }
  }

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
      <Textarea
        label={words.note}
        description={words.noteHint}
        autosize
        minRows={2}
        maxRows={6}
        maxLength={1024}
        value={note}
        error={isMissing ? words.noteMissing : null}
        onChange={event => {
          setNote(event.currentTarget.value)
          setIsMissing(false)
        }}
      />
      <FormFailure failure={failure} />
      <Group justify="flex-end" gap="xs">
        <Button
          variant="default"
          onClick={() => void decide('reject')}
          loading={sending === 'reject'}
          disabled={sending === 'approve'}
        >
          {words.reject}
        </Button>
        <Button onClick={() => void decide('approve')} loading={sending === 'approve'} disabled={sending === 'reject'}>
          {words.approve}
        </Button>
      </Group>
    </Stack>
  )
}
