import { Button, Center, Group, Stack, Text } from '@mantine/core'
import { CopyButton } from '../../kit/copy-button.tsx'
import { IconExternalLink } from '../../kit/icons.tsx'
import { Section } from '../../kit/section.tsx'
import { useTexts } from '../../kit/texts.ts'
import type { TransactionView } from '../../money/transactions/api.ts'
import { ShareButtons } from './share-buttons.tsx'
import { transactionTexts } from '../../money/transactions/texts.ts'
import classes from './pay-panel.module.css'

type Props = {
  payable: NonNullable<TransactionView['payable']>
  transaction: Pick<TransactionView, 'askedAmount' | 'orderDescription' | 'date'>
  /** Of a bill. */
  dueDate?: string
}

/** How a charge can be paid, while it can be, and how the payer gets it. */
export function PayPanel({ payable, transaction, dueDate }: Props) {
  const words = useTexts(transactionTexts)
  const { qrCode, imagePath, payerUrl, checkoutUrl } = payable
  if (checkoutUrl !== null)
    return (
      <Section title={words.checkout} description={words.checkoutHint}>
        <Group gap="xs">
          <Button
            component="a"
            href={checkoutUrl}
            target="_blank"
            rel="noopener"
            leftSection={<IconExternalLink size={16} aria-hidden />}
          >
            {words.openCheckout}
          </Button>
          <CopyButton value={checkoutUrl} label={words.copyCheckout} />
        </Group>
      </Section>
    )
  if (qrCode === null || imagePath === null) return null
  return (
    <Section title={words.payQr}>
      <Stack align="center" gap="sm">
        <Center className={classes.frame}>
          <img src={imagePath} alt={words.qrAlt} width={240} height={240} className={classes.code} />
        </Center>
        <CopyButton value={qrCode} label={words.copyCode} />
        <Text size="xs" c="dimmed" ta="center">
          {words.payQrHint}
        </Text>
        {payerUrl !== null && (
          <ShareButtons
            amount={transaction.askedAmount}
            description={transaction.orderDescription}
            date={transaction.date}
            dueDate={dueDate}
            payerUrl={payerUrl}
            imagePath={imagePath}
          />
        )}
      </Stack>
    </Section>
  )
}
