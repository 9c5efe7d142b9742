import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { TextLink } from '../../kit/link.tsx'
import { useTexts } from '../../kit/texts.ts'
import { readReceiver, receiverKeys } from './api.ts'
import { receiverTexts, requestTexts } from './texts.ts'

type Props = {
  merchantId: string
  receiverId: string | null
  isDisabled: boolean
  value?: string | null
  onChange?: (accountId: string | null) => void
  error?: unknown
}

/** The accounts of the chosen receiver that can be paid into; an only one is chosen by itself. */
export function AccountSelect({ merchantId, receiverId, isDisabled, value = null, onChange, error }: Props) {
  const words = useTexts(requestTexts)
  const receiverWords = useTexts(receiverTexts)
  const { data: receiver } = useQuery({
    queryKey: receiverKeys.one(merchantId, receiverId),
    queryFn: () => readReceiver(merchantId, receiverId ?? ''),
    enabled: receiverId !== null,
  })
  const accounts = receiver?.accounts.filter(({ status }) => status === 'Approved') ?? []
  const onlyId = accounts.length === 1 ? accounts[0]?.id : undefined
  useEffect(() => {
    if (value === null && onlyId !== undefined) onChange?.(onlyId)
  }, [value, onlyId, onChange])
  const isWithout = receiver !== undefined && accounts.length === 0
  return (
    <Select
      label={words.account}
      required
      disabled={isDisabled || receiver === undefined || isWithout}
      data={accounts.map(account => ({
        value: account.id,
        label: `${account.bankName} · ${words.accountOf(account.agency, account.number)}`,
      }))}
      value={value}
      onChange={onChange}
      allowDeselect={false}
      error={error as string}
      description={
        isWithout ? (
          <>
            {receiver.accounts.some(({ status }) => status === 'Pending')
              ? words.accountsInReview
              : words.noAccountHint}{' '}
            <TextLink
              size="xs"
              to="/m/$merchantId/receivers/$receiverId"
              params={{ merchantId, receiverId: receiver.id }}
            >
              {receiverWords.addAccount}
            </TextLink>
          </>
        ) : undefined
      }
    />
  )
}
