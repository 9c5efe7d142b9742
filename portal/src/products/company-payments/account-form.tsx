import { Select, SimpleGrid, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { formatTaxNumber } from '../../kit/tax-number.tsx'
import { useTexts } from '../../kit/texts.ts'
import { addAccount, receiverKeys } from './api.ts'
import { banks } from './banks.ts'
import { receiverTexts } from './texts.ts'

type Props = {
  onClose: () => void
  merchantId: string
  receiver: { id: string; cnpj: string }
  onDone: () => void
}

const other = 'other'

export function AccountFormDialog({ onClose, merchantId, receiver, onDone }: Props) {
  const words = useTexts(receiverTexts)
  const form = useForm({
    initialValues: { bank: null as string | null, bankCode: '', bankName: '', agency: '', number: '' },
    validate: {
      bank: value => (value === null ? words.bankMissing : null),
      bankCode: (value, { bank }) => (bank !== other || /^\d{3}$/.test(value) ? null : words.codeWrong),
      bankName: (value, { bank }) => (bank !== other || value.trim() !== '' ? null : words.nameMissing),
      agency: value => (/^\d{1,5}(-[\dXx])?$/.test(value.trim()) ? null : words.agencyWrong),
      number: value => (/^\d{1,20}-?[\dXx]$/.test(value.trim()) ? null : words.accountWrong),
    },
  })
  const submit = useSubmit(
    form,
    ({ bank, bankCode, bankName, agency, number }) => {
      const [code, name] = banks.find(([code]) => code === bank) ?? [bankCode, bankName.trim()]
      return addAccount(merchantId, receiver.id, {
        bankCode: code,
        bankName: name,
        agency: agency.trim(),
        number: number.trim(),
      })
    },
    { changes: [receiverKeys.all(merchantId)], onDone },
  )
  return (
    <FormDialog title={words.addAccount} onClose={onClose} submit={submit} label={words.addAccount}>
      <Text size="sm" c="dimmed">
        {words.pixKeyIsCnpj(formatTaxNumber(receiver.cnpj))}
      </Text>
      <Select
        label={words.bank}
        placeholder={words.bankHint}
        data={[
          ...banks.map(([code, name]) => ({ value: code, label: `${code} · ${name}` })),
          { value: other, label: words.otherBank },
        ]}
        searchable
        required
        data-autofocus
        {...form.getInputProps('bank')}
      />
      {form.values.bank === other && (
        <SimpleGrid cols={{ base: 1, xs: 2 }}>
          <TextInput label={words.bankCode} inputMode="numeric" required {...form.getInputProps('bankCode')} />
          <TextInput label={words.bankName} maxLength={120} required {...form.getInputProps('bankName')} />
        </SimpleGrid>
      )}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput label={words.agency} placeholder="0001" required {...form.getInputProps('agency')} />
        <TextInput label={words.account} placeholder="12345-6" required {...form.getInputProps('number')} />
      </SimpleGrid>
    </FormDialog>
  )
}
