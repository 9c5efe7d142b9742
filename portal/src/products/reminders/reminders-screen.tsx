import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { formatWhen, noonOf } from '../../kit/format-when.ts'
import { IconBell } from '../../kit/icons.tsx'
import { useLanguage } from '../../kit/language.ts'
import { useList } from '../../kit/list.ts'
import { Loaded } from '../../kit/loaded.tsx'
import { useMerchant } from '../../kit/merchant.ts'
import { Page } from '../../kit/page.tsx'
import { Section } from '../../kit/section.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { type ListedReminder, readPlan, reminderKeys, remindersPath } from './api.ts'
import { PlanSection } from './plan-section.tsx'
import { SentHow } from './sent-how.tsx'
import { useStepWord } from './step-word.ts'
import { TextsSection } from './texts-section.tsx'
import { reminderTexts } from './texts.ts'

/** When payers are reminded, with which words, and what was sent. */
export function RemindersScreen() {
  const words = useTexts(reminderTexts)
  const { id: merchantId } = useMerchant()
  const query = useQuery({ queryKey: reminderKeys.plan(merchantId), queryFn: () => readPlan(merchantId) })
  return (
    <Page
      title={words.reminders}
      description={words.intro}
      breadcrumbs={[{ label: words.bills, to: `/m/${merchantId}/bills` }]}
    >
      <Loaded query={query}>
        {plan => (
          <>
            <PlanSection key={JSON.stringify(plan)} merchantId={merchantId} plan={plan} />
            <TextsSection merchantId={merchantId} plan={plan} />
          </>
        )}
      </Loaded>
      <SentSection merchantId={merchantId} />
    </Page>
  )
}

function SentSection({ merchantId }: { merchantId: string }) {
  const words = useTexts(reminderTexts)
  const language = useLanguage()
  const stepWord = useStepWord()
  const list = useList<ListedReminder>(reminderKeys.list(merchantId), remindersPath(merchantId))
  const columns: Column<ListedReminder>[] = [
    { header: words.payer, cell: ({ payerName }) => payerName ?? '—' },
    {
      header: words.step,
      cell: ({ days, dueDate }) => (
        <>
          {stepWord(days)}
          <Text span size="xs" c="dimmed" display="block">
            {words.due}: {formatWhen(noonOf(dueDate), language, 'date')}
          </Text>
        </>
      ),
    },
    { header: words.how, cell: reminder => <SentHow reminder={reminder} /> },
    { header: words.when, cell: ({ date }) => <When at={date} />, align: 'right' },
  ]
  return (
    <Section isPlain title={words.sent}>
      <DataTable
        caption={words.sent}
        columns={columns}
        list={list}
        rowKey={reminder => reminder.id}
        rowPath={({ billId }) => `/m/${merchantId}/bills/${billId}`}
        empty={<EmptyState icon={IconBell} title={words.noneSent} hint={words.noneSentHint} />}
      />
    </Section>
  )
}
