import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { deliveryWords } from '../../../../server/src/money/webhooks/words.ts'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { DayRange } from '../../kit/day-range.tsx'
import { EmptyList } from '../../kit/empty-list.tsx'
import { FilterBar, FilterSelect, SearchBox, aDay, anyText, oneOf, useFilters } from '../../kit/filters.tsx'
import { IconSend, IconWebhook } from '../../kit/icons.tsx'
import { useList } from '../../kit/list.ts'
import { Section } from '../../kit/section.tsx'
import { DeliveryBadge } from '../../kit/delivery-badge.tsx'
import { useStateWord } from '../../kit/state-badge.tsx'
import { keysOf, useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { type DeliveryItem, deliveriesPath, webhookKeys } from './api.ts'
import { useAnswerWords } from './error-words.ts'
import { useEventWord } from './event-word.ts'
import { ResendDialog } from './resend-dialog.tsx'
import { webhookTexts } from './texts.ts'

const states = keysOf(deliveryWords)
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const shape = { state: oneOf(states), transactionId: anyText, from: aDay, to: aDay }

/** Enough to distinguish receivers; the whole URL is on the page of the delivery. */
const shortAddress = (url: string) => url.replace(/^https?:\/\//, '').replace(/\?.*$/, '')

/** A cut text would otherwise stand above its row. */
const bottom = { verticalAlign: 'bottom' } as const

type Props = { merchantId: string; mayManage: boolean }

/** Every event, newest first, read again while somebody looks. */
export function DeliveriesSection({ merchantId, mayManage }: Props) {
  const words = useTexts(webhookTexts)
  const stateWord = useStateWord()
  const eventWord = useEventWord()
  const answerWords = useAnswerWords()
  const [isResending, setIsResending] = useState(false)
  const { values, set, clear, isFiltered } = useFilters(shape)
  // What is no id matches nothing; the server would call it wrong.
  const isNoId = values.transactionId !== null && !uuid.test(values.transactionId)
  const list = useList<DeliveryItem>(
    webhookKeys.deliveries(merchantId),
    deliveriesPath(merchantId),
    { ...values, transactionId: isNoId ? '00000000-0000-0000-0000-000000000000' : values.transactionId },
    { refetchInterval: 3_000 },
  )

  const columns: Column<DeliveryItem>[] = [
    { header: words.event, cell: eventWord },
    { header: words.state, cell: delivery => <DeliveryBadge delivery={delivery} /> },
    {
      header: words.to,
      cell: delivery => (
        <Text span inherit truncate="end" maw={170} display="inline-block" title={delivery.url} style={bottom}>
          {shortAddress(delivery.url)}
        </Text>
      ),
    },
    {
      header: words.answer,
      cell: delivery => (
        <Text span inherit c={delivery.lastAnswer === null ? 'dimmed' : undefined}>
          {delivery.lastAnswer === null ? words.noAnswerYet : answerWords(delivery.lastAnswer)}
        </Text>
      ),
    },
    { header: words.attempts, align: 'right', cell: delivery => delivery.attemptCount, notOnPhone: true },
    { header: words.created, align: 'right', cell: delivery => <When at={delivery.creationDate} form="exact" /> },
  ]

  return (
    <Section
      isPlain
      title={words.deliveries}
      description={words.deliveriesIntro}
      actions={
        mayManage && (
          <Button
            variant="default"
            leftSection={<IconSend size={16} aria-hidden />}
            onClick={() => setIsResending(true)}
          >
            {words.resendFailed}
          </Button>
        )
      }
    >
      <FilterBar isFiltered={isFiltered} clear={clear}>
        <SearchBox
          label={words.transactionSearch}
          value={values.transactionId}
          onChange={transactionId => set({ transactionId })}
        />
        <FilterSelect
          label={words.state}
          value={values.state}
          onChange={state => set({ state })}
          options={states.map(state => ({
            value: state,
            label: state === 'Failed' ? words.failedFilter : stateWord('delivery', state),
          }))}
        />
        <DayRange from={values.from} to={values.to} onChange={set} />
      </FilterBar>
      <DataTable
        caption={words.deliveries}
        columns={columns}
        list={list}
        rowKey={delivery => delivery.id}
        rowPath={delivery => `/m/${merchantId}/webhooks/${delivery.id}`}
        empty={
          <EmptyList
            isFiltered={isFiltered}
            icon={IconWebhook}
            title={words.noDeliveries}
            hint={mayManage ? words.noDeliveriesHint : words.noDeliveriesHintReader}
          />
        }
      />
      {isResending && (
        <ResendDialog
          merchantId={merchantId}
          from={values.from}
          to={values.to}
          onClose={() => setIsResending(false)}
          onDone={() => setIsResending(false)}
        />
      )}
    </Section>
  )
}
