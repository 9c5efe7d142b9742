import { MultiSelect, Stack, Switch, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../kit/texts.ts'
import { type MerchantDetail, setBanks } from './api.ts'
import { banksKey, readBanks } from '../banks/api.ts'
import { bankTexts } from '../banks/texts.ts'
import { SettingsForm, type SettingsProps } from './settings-form.tsx'

const useBanks = () => useQuery({ queryKey: banksKey, queryFn: readBanks }).data ?? []

const products = ['charges', 'payouts', 'initiations'] as const

/** The banks of a merchant's next payments: one line if all products have the same. */
export function BanksOfMerchant({ merchant }: { merchant: MerchantDetail }) {
  const words = useTexts(bankTexts)
  const banks = useBanks()
  const usual = banks.find(({ isDefault }) => isDefault)
  const theDefault = usual === undefined ? words.theDefault : `${words.theDefault}: ${usual.name}`
  const named = (ids: string[]) =>
    ids.length === 0 ? theDefault : ids.map(id => banks.find(bank => bank.id === id)?.name ?? '').join(', ')
  const lines = products.map(product => named(merchant.banks[product]))
  if (new Set(lines).size === 1) return <Text size="sm">{lines[0]}</Text>
  return (
    <Stack gap={0}>
      {products.map((product, index) => (
        <Text size="sm" key={product}>
          {words[product]}: {lines[index]}
        </Text>
      ))}
    </Stack>
  )
}

export function BankForm({ merchant, ...rest }: SettingsProps) {
  const words = useTexts(bankTexts)
  const data = useBanks().map(({ id, name }) => ({ value: id, label: name }))
  const form = useForm({ initialValues: merchant.banks })
  return (
    <SettingsForm
      {...rest}
      title={words.merchantsBank}
      intro={words.merchantsBankIntro}
      form={form}
      send={banks => setBanks(merchant.id, banks)}
    >
      {products.map((product, index) => (
        <MultiSelect
          key={product}
          label={words[product]}
          placeholder={form.values[product].length === 0 ? words.theDefault : ''}
          data={data}
          data-autofocus={index === 0 || undefined}
          {...form.getInputProps(product)}
        />
      ))}
      <Switch
        label={words.allowsSecondCharge}
        description={words.allowsSecondChargeHint}
        {...form.getInputProps('allowsSecondCharge', { type: 'checkbox' })}
      />
      <Switch
        label={words.allowsUnknownKeyOwner}
        description={words.allowsUnknownKeyOwnerHint}
        {...form.getInputProps('allowsUnknownKeyOwner', { type: 'checkbox' })}
      />
    </SettingsForm>
  )
}
