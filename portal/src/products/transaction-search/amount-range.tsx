import { Button, Group, Popover } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { IconChevronDown } from '../../kit/icons.tsx'
import { useLanguage } from '../../kit/language.ts'
import { MoneyInput } from '../../kit/money-input.tsx'
import { formatMoney, parseMoney, typedMoney } from '../../kit/money.tsx'
import { useTexts } from '../../kit/texts.ts'
import { transactionsTexts } from '../../money/transactions/texts.ts'

type Props = {
  least: string | null
  most: string | null
  onChange: (range: { leastAmount: string | null; mostAmount: string | null }) => void
}

/** A filter by amount, from and to, each optional. */
export function AmountRange({ least, most, onChange }: Props) {
  const words = useTexts(transactionsTexts)
  const language = useLanguage()
  const [opened, { open, close }] = useDisclosure(false)
  const form = useForm({
    mode: 'uncontrolled',
    initialValues: { least: '', most: '' },
    validate: {
      least: value => (value.trim() === '' || parseMoney(value) !== null ? null : words.amountWrong),
      most: value => (value.trim() === '' || parseMoney(value) !== null ? null : words.amountWrong),
    },
  })
  const shown = (amount: string | null) => (amount === null ? '' : typedMoney(amount, language))

  function show() {
    form.setValues({ least: shown(least), most: shown(most) })
    form.clearErrors()
    open()
  }

  function label(): string {
    if (least !== null && most !== null)
      return words.amountBetween(formatMoney(least, language), formatMoney(most, language))
    if (least !== null) return words.amountFrom(formatMoney(least, language))
    return most === null ? words.amount : words.amountTo(formatMoney(most, language))
  }

  return (
    <Popover opened={opened} onChange={close} width={280} shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button
          variant="default"
          fw={400}
          c={least === null && most === null ? 'dimmed' : undefined}
          rightSection={<IconChevronDown size={16} aria-hidden />}
          onClick={opened ? close : show}
        >
          {label()}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={words.amount}>
        <form
          onSubmit={form.onSubmit(values => {
            onChange({ leastAmount: parseMoney(values.least), mostAmount: parseMoney(values.most) })
            close()
          })}
        >
          <Group grow align="flex-start" gap="xs" mb="sm">
            <MoneyInput
              label={words.leastAmount}
              data-autofocus
              key={form.key('least')}
              {...form.getInputProps('least')}
            />
            <MoneyInput label={words.mostAmount} key={form.key('most')} {...form.getInputProps('most')} />
          </Group>
          <Button type="submit" fullWidth>
            {words.apply}
          </Button>
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
