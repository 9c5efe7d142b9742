import { NativeSelect, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { MoneyInput } from '../../kit/money-input.tsx'
import { parseMoney } from '../../kit/money.tsx'
import { platformId, uploadedEvidence } from '../evidence/api.ts'
import { EvidenceFileInput } from '../evidence/evidence-file.tsx'
import { useTexts } from '../../kit/texts.ts'
import { type BalanceView, type OwnPostingForm, balanceKey, enterBalance, postOwn } from './api.ts'
import { balanceTexts, postingTexts } from './texts.ts'

type Props = { bank: BalanceView['bank']; onClose: () => void }

/** The balance of a bank that does not report it, from its statement. Mounted when it opens. */
export function EnterBalanceDialog({ bank: { id }, hasGap, onClose }: Props & { hasGap: boolean }) {
  const words = useTexts(balanceTexts)
  const form = useForm({
    initialValues: { amount: '', evidence: '', file: null as File | null },
    validate: {
      amount: value => (parseMoney(value) === null ? words.amountWrong : null),
      evidence: value => (hasGap && value.trim().length < 3 ? words.tooShort : null),
    },
  })
  const submit = useSubmit(
    form,
    async ({ amount, evidence, file }) =>
      enterBalance(id, {
        amount: parseMoney(amount) ?? '',
        ...(hasGap && { evidence: evidence.trim(), ...(await uploadedEvidence(platformId, file)) }),
      }),
    { changes: [balanceKey(id)], notice: words.compared, onDone: onClose },
  )
  return (
    <FormDialog title={words.enter} onClose={onClose} submit={submit} label={words.compare}>
      <Text size="sm">{words.enterIntro}</Text>
      <MoneyInput label={words.amount} data-autofocus {...form.getInputProps('amount')} />
      {hasGap && (
        <>
          <Text size="sm">{words.closesGap}</Text>
          <Textarea
            label={words.evidence}
            description={words.evidenceHint}
            maxLength={500}
            {...form.getInputProps('evidence')}
          />
          <EvidenceFileInput {...form.getInputProps('file')} />
        </>
      )}
    </FormDialog>
  )
}

const ownNames = ['tariffPaid', 'feesWithdrawn', 'ownMoneyAdded'] as const satisfies readonly OwnPostingForm['name'][]

/** What the platform paid, withdrew or added at a bank. Another operator approves it. Mounted when it opens. */
export function PostOwnDialog({ bank: { id }, onClose }: Props) {
  const words = useTexts(balanceTexts)
  const names = useTexts(postingTexts)
  const tooShort = (value: string) => (value.trim().length < 3 ? words.tooShort : null)
  const form = useForm({
    initialValues: {
      name: 'tariffPaid' as OwnPostingForm['name'],
      amount: '',
      reason: '',
      evidence: '',
      file: null as File | null,
    },
    validate: {
      amount: value => (parseMoney(value) === null ? words.amountWrong : null),
      reason: tooShort,
      evidence: tooShort,
    },
  })
  const submit = useSubmit(
    form,
    async ({ name, amount, reason, evidence, file }) =>
      postOwn(id, {
        name,
        amount: parseMoney(amount) ?? '',
        reason: reason.trim(),
        evidence: evidence.trim(),
        ...(await uploadedEvidence(platformId, file)),
      }),
    { changes: [balanceKey(id)], notice: words.posted, onDone: onClose },
  )
  return (
    <FormDialog title={words.post} onClose={onClose} submit={submit} label={words.post}>
      <Text size="sm">{words.postIntro}</Text>
      <NativeSelect
        label={words.what}
        data={ownNames.map(value => ({ value, label: names[value] }))}
        {...form.getInputProps('name')}
      />
      <MoneyInput label={words.postedAmount} data-autofocus {...form.getInputProps('amount')} />
      <Textarea label={words.reason} maxLength={500} {...form.getInputProps('reason')} />
      <Textarea
        label={words.evidence}
        description={words.evidenceHint}
        maxLength={500}
        {...form.getInputProps('evidence')}
      />
      <EvidenceFileInput {...form.getInputProps('file')} />
    </FormDialog>
  )
}
