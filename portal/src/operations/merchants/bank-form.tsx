import { NativeSelect, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQuery } from '@tanstack/react-query'
import { useTexts } from '../../kit/texts.ts'
import { type MerchantDetail, setBank } from './api.ts'
import { banksKey, readBanks } from '../banks/api.ts'
import { bankTexts } from '../banks/texts.ts'
import { SettingsForm, type SettingsProps } from './settings-form.tsx'

const useBanks = () => useQuery({ queryKey: banksKey, queryFn: readBanks }).data ?? []

/** The bank of a merchant's next payments. */
export function BankOfMerchant({ merchant: { connectionId } }: { merchant: MerchantDetail }) {
  const words = useTexts(bankTexts)
  const banks = useBanks()
  const own = banks.find(({ id }) => id === connectionId)
  const usual = banks.find(({ isDefault }) => isDefault)
  const name = connectionId !== null ? own?.name : usual && `${words.theDefault}: ${usual.name}`
  return <Text size="sm">{name ?? words.theDefault}</Text>
}

export function BankForm({ merchant, ...rest }: SettingsProps) {
  const words = useTexts(bankTexts)
  const banks = useBanks()
  const form = useForm({ initialValues: { connectionId: merchant.connectionId ?? '' } })
  return (
    <SettingsForm
      {...rest}
      title={words.merchantsBank}
      intro={words.merchantsBankIntro}
      form={form}
      send={({ connectionId }) => setBank(merchant.id, { connectionId: connectionId || null })}
    >
      <NativeSelect
        label={words.bank}
        data-autofocus
        data={[{ value: '', label: words.theDefault }, ...banks.map(({ id, name }) => ({ value: id, label: name }))]}
        {...form.getInputProps('connectionId')}
      />
    </SettingsForm>
  )
}
