import { Text } from '@mantine/core'
import { withheldWords } from '../../../../server/src/products/reminders/words.ts'
import { bilingual, useTexts } from '../../kit/texts.ts'
import type { ListedReminder } from './api.ts'
import { reminderTexts } from './texts.ts'

const withheldTexts = bilingual(withheldWords)

/** How a reminder went, and why not by mail. */
export function SentHow({ reminder }: { reminder: Pick<ListedReminder, 'channels' | 'mail' | 'withheld'> }) {
  const words = useTexts(reminderTexts)
  const whyNot = useTexts(withheldTexts)
  const { channels, mail, withheld } = reminder
  const mailWord = mail === null ? words.mail : words[`mail${mail}`]
  const names = { Mail: mailWord, Webhook: words.webhook, WhatsApp: words.whatsApp }
  return (
    <>
      {channels.map(channel => names[channel]).join(', ')}
      {withheld !== null && (
        <Text span inherit c="dimmed" display={channels.length === 0 ? undefined : 'block'}>
          {whyNot[withheld]}
        </Text>
      )}
    </>
  )
}
