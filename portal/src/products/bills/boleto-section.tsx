import { Code, Group, Text } from '@mantine/core'
import { CopyButton } from '../../kit/copy-button.tsx'
import { Section } from '../../kit/section.tsx'
import { useTexts } from '../../kit/texts.ts'
import type { TransactionView } from '../../money/transactions/api.ts'
import type { BillView } from './api.ts'
import { boletoTexts } from './texts.ts'

type Shown = { bill: Pick<BillView, 'state' | 'boleto' | 'payment'>; transaction: Pick<TransactionView, 'state'> }

/** How the boleto of a bill is, and what its payer types while it can be paid. */
export function BoletoSection({ bill, transaction }: Shown) {
  const words = useTexts(boletoTexts)
  const { boleto } = bill
  if (boleto === null) return null
  const state = boletoStateOf({ bill, transaction })
  return (
    <Section title={words.boleto} description={words[state]}>
      {state === 'open' && boleto.typedLine !== null && (
        <>
          <Text size="xs" c="dimmed" mb={4}>
            {words.typedLine}
          </Text>
          <Code block style={{ whiteSpace: 'pre-wrap' }} mb="sm">
            {printed(boleto.typedLine)}
          </Code>
          <Group>
            <CopyButton value={boleto.typedLine} label={words.copyLine} />
          </Group>
          {boleto.bankNumber !== null && (
            <Text size="xs" c="dimmed" mt="sm">
              {words.bankNumber(boleto.bankNumber)}
            </Text>
          )}
        </>
      )}
    </Section>
  )
}

/** What has become of a boleto, by its bill. */
function boletoStateOf({ bill: { state, payment }, transaction }: Shown) {
  if (payment !== null) return payment.method === 'pix' ? 'paidByPix' : payment.isSettled ? 'settled' : 'toSettle'
  if (transaction.state === 'Error') return 'refused'
  if (transaction.state === 'Created') return 'registering'
  return state === 'Open' || state === 'Overdue' ? 'open' : 'over'
}

/** `34191.09909 89627.460515 39842.030007 6 10260000000350`, as it is printed. */
const printed = (line: string): string =>
  line.replace(/^(\d{5})(\d{5})(\d{5})(\d{6})(\d{5})(\d{6})(\d)(\d{14})$/, '$1.$2 $3.$4 $5.$6 $7 $8')
