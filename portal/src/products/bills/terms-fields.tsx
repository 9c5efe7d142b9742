import { Accordion, ActionIcon, Button, Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { useState } from 'react'
import { IconPlus, IconTrash } from '../../kit/icons.tsx'
import { MoneyInput } from '../../kit/money-input.tsx'
import { useTexts } from '../../kit/texts.ts'
import {
  type TermsValues,
  discountKinds,
  hasDates,
  interestKinds,
  isPercent,
  newUntil,
  shareKinds,
} from './bill-form.ts'
import { billFormTexts, billTexts, kindTexts } from './texts.ts'

type UsedOfForm = 'errors' | 'getInputProps' | 'removeListItem' | 'clearFieldError'

/** The form of any bill: it may have more values than the terms, which alone are changed here. */
type Props = {
  form: Pick<UseFormReturnType<TermsValues>, UsedOfForm> & {
    values: TermsValues
    setValues: (values: Partial<TermsValues>) => void
  }
}

/** Amount, due date and description: all that most bills need. */
export function AmountFields({ form, hasFocus }: Props & { hasFocus?: boolean }) {
  const words = useTexts(billFormTexts)
  const { amount } = useTexts(billTexts)
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs">
        <MoneyInput label={amount} required data-autofocus={hasFocus} {...form.getInputProps('amount')} />
        <TextInput type="date" label={words.due} required {...form.getInputProps('dueDate')} />
      </SimpleGrid>
      <TextInput
        label={words.description}
        description={words.descriptionHint}
        maxLength={140}
        {...form.getInputProps('description')}
      />
    </>
  )
}

const mostDates = 3
const plain = new Set([
  'amount',
  'dueDate',
  'description',
  'name',
  'taxNumber',
  'count',
  'firstAmount',
  'lastAmount',
  'dayOfMonth',
  'method',
  'street',
  'city',
  'state',
  'postalCode',
])

/** Fine, interest, discount and the rest, closed until somebody wants them or one of them is wrong. */
export function AdvancedFields({ form, children }: Props & { children?: React.ReactNode }) {
  const words = useTexts(billFormTexts)
  const { fineKind, interestKind, rebateKind, discountKind } = form.values
  const hasTerms = [fineKind, interestKind, rebateKind, discountKind].some(kind => kind !== 'None')
  const [opened, setOpened] = useState<string | null>(hasTerms ? 'advanced' : null)
  const isWrong = Object.keys(form.errors).some(field => !plain.has(field))
  const setUsual = () =>
    form.setValues({
      fineKind: 'Percent',
      fineValue: '2',
      interestKind: 'PercentPerMonth',
      interestValue: '1',
    })
  return (
    <Accordion variant="contained" value={isWrong ? 'advanced' : opened} onChange={setOpened} order={3}>
      <Accordion.Item value="advanced">
        <Accordion.Control>{words.advanced}</Accordion.Control>
        <Accordion.Panel>
          <Stack gap="sm">
            {fineKind === 'None' && interestKind === 'None' && (
              <Button variant="light" size="xs" onClick={setUsual} style={{ alignSelf: 'flex-start' }}>
                {words.usual}
              </Button>
            )}
            <TermField form={form} name="fine" kinds={shareKinds} />
            <TermField form={form} name="interest" kinds={interestKinds} />
            <TermField form={form} name="discount" kinds={discountKinds} />
            {hasDates(discountKind) && <UntilFields form={form} />}
            <TermField form={form} name="rebate" kinds={shareKinds} hint={words.rebateHint} />
            <TextInput
              label={words.payableDays}
              inputMode="numeric"
              autoComplete="off"
              maxLength={3}
              {...form.getInputProps('payableDays')}
            />
            {children}
          </Stack>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  )
}

type TermProps = Props & {
  name: 'fine' | 'interest' | 'rebate' | 'discount'
  kinds: readonly (keyof (typeof kindTexts)['pt'])[]
  hint?: string
}

function TermField({ form, name, kinds, hint }: TermProps) {
  const words = useTexts(billFormTexts)
  const kindWords = useTexts(kindTexts)
  const kind: string = form.values[`${name}Kind`]
  const choose = (chosen: string | null) => {
    form.setValues({ [`${name}Kind`]: chosen ?? 'None' })
    form.clearFieldError(`${name}Value`)
    if (name === 'discount' && chosen !== null && hasDates(chosen) && form.values.until.length === 0)
      form.setValues({ until: [newUntil(form.values.dueDate)] })
  }
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" verticalSpacing={4}>
      <Select
        label={words[name]}
        description={hint}
        data={(['None', ...kinds] as const).map(value => ({ value, label: kindWords[value] }))}
        value={kind}
        onChange={choose}
        allowDeselect={false}
      />
      {kind !== 'None' && !(name === 'discount' && hasDates(kind)) && (
        <NumberField
          kind={kind}
          label={words.value(words[name].toLowerCase())}
          description={hint === undefined ? undefined : ' '}
          {...form.getInputProps(`${name}Value`)}
        />
      )}
    </SimpleGrid>
  )
}

/** Reais or percent, as the kind wants it. */
function NumberField({ kind, ...props }: { kind: string } & React.ComponentProps<typeof TextInput>) {
  if (!isPercent(kind)) return <MoneyInput {...props} />
  return (
    <TextInput
      rightSection={<Text size="sm">%</Text>}
      inputMode="decimal"
      autoComplete="off"
      maxLength={6}
      {...props}
    />
  )
}

function UntilFields({ form }: Props) {
  const words = useTexts(billFormTexts)
  const { until, discountKind, dueDate } = form.values
  return (
    <Stack gap="xs">
      {until.map(({ id }, index) => (
        <Group key={id} gap="xs" wrap="nowrap" align="flex-end">
          <TextInput
            type="date"
            label={words.until(index + 1)}
            flex={1}
            miw={0}
            {...form.getInputProps(`until.${index}.date`)}
          />
          <NumberField
            kind={discountKind}
            label={words.untilValue(index + 1)}
            flex={1}
            miw={0}
            {...form.getInputProps(`until.${index}.value`)}
          />
          {until.length > 1 && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={words.removeUntil(index + 1)}
              onClick={() => form.removeListItem('until', index)}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          )}
        </Group>
      ))}
      {until.length < mostDates && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={() => form.setValues({ until: [...until, newUntil(dueDate)] })}
          style={{ alignSelf: 'flex-start' }}
        >
          {words.addUntil}
        </Button>
      )}
    </Stack>
  )
}
