import { TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useLanguage } from '../../kit/language.ts'
import { MoneyInput } from '../../kit/money-input.tsx'
import { parseMoney, typedMoney } from '../../kit/money.tsx'
import { useTexts } from '../../kit/texts.ts'
import { uploadedEvidence } from '../evidence/api.ts'
import { EvidenceFileInput } from '../evidence/evidence-file.tsx'
import { writeOff } from './api.ts'
import { SettingsForm, type SettingsProps } from './settings-form.tsx'
import { merchantTexts } from './texts.ts'

/** The platform bears what a merchant owes. */
export function WriteOffForm({ merchant, ...rest }: SettingsProps) {
  const words = useTexts(merchantTexts)
  const language = useLanguage()
  const form = useForm({
    initialValues: {
      amount: typedMoney(merchant.balance.available.replace('-', ''), language),
      reason: '',
      evidence: '',
      file: null as File | null,
    },
    validate: {
      amount: value => (parseMoney(value) === null ? words.amountWrong : null),
      reason: value => (value.trim().length < 3 ? words.reasonMissing : null),
      evidence: value => (value.trim().length < 3 ? words.evidenceMissing : null),
    },
  })
  return (
    <SettingsForm
      {...rest}
      title={words.debt}
      intro={words.debtIntro}
      form={form}
      send={async ({ amount, reason, evidence, file }) =>
        writeOff(merchant.id, {
          amount: parseMoney(amount) ?? '',
          reason: reason.trim(),
          evidence: evidence.trim(),
          ...(await uploadedEvidence(merchant.id, file)),
        })
      }
    >
      <MoneyInput label={words.writtenOff} data-autofocus {...form.getInputProps('amount')} />
      <TextInput label={words.reason} maxLength={200} {...form.getInputProps('reason')} />
      <TextInput label={words.evidence} maxLength={200} {...form.getInputProps('evidence')} />
      <EvidenceFileInput {...form.getInputProps('file')} />
    </SettingsForm>
  )
}
