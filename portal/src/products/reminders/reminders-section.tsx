import { Button, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useChange } from '../../kit/form.tsx'
import { formatWhen, noonOf } from '../../kit/format-when.ts'
import { IconSend } from '../../kit/icons.tsx'
import { useLanguage } from '../../kit/language.ts'
import { Loaded } from '../../kit/loaded.tsx'
import { usePermission } from '../../kit/merchant.ts'
import { Section } from '../../kit/section.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { type BillRemindersView, readBillReminders, recordWhatsApp, reminderKeys, setBillWish } from './api.ts'
import { SentHow } from './sent-how.tsx'
import { useStepWord } from './step-word.ts'
import { reminderTexts } from './texts.ts'
import { WishControl } from './wish-control.tsx'

type Props = { merchantId: string; billId: string }

const everyMs = 30_000

/** What was sent about a bill and when, what comes next, and the text to send by hand. */
export function RemindersSection({ merchantId, billId }: Props) {
  const words = useTexts(reminderTexts)
  const query = useQuery({
    queryKey: reminderKeys.bill(merchantId, billId),
    queryFn: () => readBillReminders(merchantId, billId),
    refetchInterval: everyMs,
  })
  return (
    <Section title={words.reminders}>
      <Loaded query={query}>{view => <Shown view={view} merchantId={merchantId} billId={billId} />}</Loaded>
    </Section>
  )
}

function Shown({ view: { items, wish, message, nextOn }, merchantId, billId }: Props & { view: BillRemindersView }) {
  const words = useTexts(reminderTexts)
  const language = useLanguage()
  const stepWord = useStepWord()
  const mayRemind = usePermission('charges.make')
  return (
    <Stack gap="sm">
      {items.length === 0 && (
        <Text size="sm" c="dimmed">
          {words.noneOfBill}
        </Text>
      )}
      {items.map(reminder => (
        <div key={reminder.id}>
          <Text size="xs" c="dimmed">
            <When at={reminder.date} /> · {stepWord(reminder.days)}
          </Text>
          <Text size="sm" component="div">
            <SentHow reminder={reminder} />
          </Text>
        </div>
      ))}
      {nextOn !== null && <Text size="sm">{words.next(formatWhen(noonOf(nextOn), language, 'date'))}</Text>}
      {message !== null && mayRemind && <WhatsApp message={message} merchantId={merchantId} billId={billId} />}
      <WishControl merchantId={merchantId} wish={wish} set={isRefused => setBillWish(merchantId, billId, isRefused)} />
    </Stack>
  )
}

/** Opens WhatsApp with the text, to the customer's number if there is one, and records that it was sent. */
function WhatsApp({ message, merchantId, billId }: Props & { message: NonNullable<BillRemindersView['message']> }) {
  const words = useTexts(reminderTexts)
  const { mutate } = useChange(() => recordWhatsApp(merchantId, billId), {
    changes: [reminderKeys.all(merchantId)],
    notifiesFailure: true,
  })
  const to = message.phone === null ? '' : message.phone.replaceAll(/\D/g, '')
  return (
    <Button
      component="a"
      href={`https://wa.me/${to}?text=${encodeURIComponent(message.text)}`}
      target="_blank"
      rel="noopener"
      variant="default"
      leftSection={<IconSend size={16} aria-hidden />}
      onClick={() => mutate(undefined)}
      style={{ alignSelf: 'flex-start' }}
    >
      {words.remindByWhatsApp}
    </Button>
  )
}
