import { Button, SimpleGrid, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { CopyButton } from '../../kit/copy-button.tsx'
import { fileName } from '../../kit/file-name.ts'
import { dayOf, formatWhen, noonOf } from '../../kit/format-when.ts'
import { IconDownload, IconMail, IconPrinter, IconSend } from '../../kit/icons.tsx'
import { useLanguage } from '../../kit/language.ts'
import { useMerchant } from '../../kit/merchant.ts'
import { formatMoney } from '../../kit/money.tsx'
import { useTexts } from '../../kit/texts.ts'
import { chargeTexts } from './texts.ts'

type Props = {
  amount: string
  description: string | null
  date: string
  /** Of a bill. */
  dueDate?: string | undefined
  payerUrl: string
  imagePath: string
}

/** Every way to send a charge to the payer. */
export function ShareButtons({ amount, description, date, dueDate, payerUrl, imagePath }: Props) {
  const words = useTexts(chargeTexts)
  const language = useLanguage()
  const merchant = useMerchant()
  const money = formatMoney(amount, language)
  const message =
    dueDate === undefined
      ? words.text(money, merchant.name, description, payerUrl)
      : words.billText(money, merchant.name, formatWhen(noonOf(dueDate), language, 'date'), description, payerUrl)
  const subject = encodeURIComponent(words.subject(merchant.name))
  const text = encodeURIComponent(message)
  const picture = `${fileName('pix', dayOf(date), description ?? formatMoney(amount, language))}.png`
  return (
    <>
      <Text size="sm" fw={600} w="100%" aria-hidden>
        {words.share}
      </Text>
      <SimpleGrid cols={2} spacing="xs" w="100%" role="group" aria-label={words.share}>
        <CopyButton value={payerUrl} label={words.link} what={words.link} isWide />
        <CopyButton value={message} label={words.message} what={words.message} isWide />
        <Way href={`https://wa.me/?text=${text}`} sign={<IconSend size={16} aria-hidden />}>
          {words.whatsApp}
        </Way>
        <Way href={`mailto:?subject=${subject}&body=${text}`} sign={<IconMail size={16} aria-hidden />}>
          {words.email}
        </Way>
        <Way href={imagePath.replace(/svg$/, 'png')} file={picture} sign={<IconDownload size={16} aria-hidden />}>
          {words.picture}
        </Way>
        <Way href={`${payerUrl}?lang=${language}#print`} sign={<IconPrinter size={16} aria-hidden />}>
          {words.print}
        </Way>
      </SimpleGrid>
    </>
  )
}

type WayProps = { href: string; sign: ReactNode; file?: string; children: ReactNode }

const Way = ({ href, sign, file, children }: WayProps) => (
  <Button
    component="a"
    href={href}
    variant="default"
    px="xs"
    leftSection={sign}
    {...(file === undefined ? { target: '_blank', rel: 'noopener' } : { download: file })}
  >
    {children}
  </Button>
)
