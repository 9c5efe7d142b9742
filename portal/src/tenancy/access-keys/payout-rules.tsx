import { Button, Checkbox, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Details } from '../../kit/details.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { useLanguage } from '../../kit/language.ts'
import { usePermission } from '../../kit/merchant.ts'
import { MoneyInput } from '../../kit/money-input.tsx'
import { Money, parseMoney, typedMoney } from '../../kit/money.tsx'
import { Section } from '../../kit/section.tsx'
import { When } from '../../kit/when.tsx'
import { useTexts } from '../../kit/texts.ts'
import { type PayoutRulesView, accessKeyKeys, payoutRulesQuery, setPayoutRules } from './api.ts'
import { payoutRuleTexts } from './payout-rule-texts.ts'
import { Recipients } from './recipients.tsx'

/** What access keys may pay out by themselves: an owner sets it, everybody who sees keys reads it. */
export function PayoutRules({ merchantId }: { merchantId: string }) {
  const words = useTexts(payoutRuleTexts)
  const mayChange = usePermission('keys.confirm')
  const { data: rules } = useQuery(payoutRulesQuery(merchantId))
  const [isOpen, { open, close }] = useDisclosure(false)
  if (rules === undefined) return null
  const amountOr = (amount: string | null, otherwise: string) =>
    amount === null ? otherwise : <Money amount={amount} />
  return (
    <>
      <Section
        title={words.rules}
        description={words.intro}
        actions={
          mayChange && (
            <Button variant="default" size="xs" onClick={open}>
              {words.change}
            </Button>
          )
        }
      >
        {rules.later !== null && (
          <Text size="sm" mb="sm">
            {words.later} <When at={rules.later.at} />
          </Text>
        )}
        <Details
          isRows
          items={[
            { label: words.approvalAbove, value: amountOr(rules.approvalAbove, words.noApproval) },
            { label: words.newKeyLimit, value: amountOr(rules.newKeyLimit, words.noNewKeyLimit) },
            { label: words.recipients, value: rules.restrictsRecipients ? words.onlyApproved : words.anybody },
          ]}
        />
      </Section>
      {rules.restrictsRecipients && <Recipients merchantId={merchantId} />}
      {isOpen && <RulesDialog merchantId={merchantId} rules={rules} onClose={close} />}
    </>
  )
}

type DialogProps = { merchantId: string; rules: PayoutRulesView; onClose: () => void }

/** Mounted when it opens. */
function RulesDialog({ merchantId, rules, onClose }: DialogProps) {
  const words = useTexts(payoutRuleTexts)
  const language = useLanguage()
  const typed = (amount: string | null) => (amount === null ? '' : typedMoney(amount, language))
  const validate = (value: string) => (value.trim() === '' || parseMoney(value) !== null ? null : words.amountWrong)
  const form = useForm({
    initialValues: {
      approvalAbove: typed(rules.approvalAbove),
      newKeyLimit: typed(rules.newKeyLimit),
      restrictsRecipients: rules.restrictsRecipients,
    },
    validate: { approvalAbove: validate, newKeyLimit: validate },
  })
  const submit = useSubmit(
    form,
    ({ approvalAbove, newKeyLimit, restrictsRecipients }) =>
      setPayoutRules(merchantId, {
        approvalAbove: parseMoney(approvalAbove),
        newKeyLimit: parseMoney(newKeyLimit),
        restrictsRecipients,
      }),
    {
      caches: saved => [payoutRulesQuery(merchantId).queryKey, saved],
      changes: [accessKeyKeys.all(merchantId)],
      notice: words.saved,
      onDone: onClose,
    },
  )
  return (
    <FormDialog title={words.rules} onClose={onClose} submit={submit} label={words.save}>
      <Text size="sm" c="dimmed">
        {words.dialogIntro}
      </Text>
      <MoneyInput
        label={words.approvalAbove}
        description={words.approvalHint}
        placeholder={words.noApproval}
        data-autofocus
        {...form.getInputProps('approvalAbove')}
      />
      <MoneyInput
        label={words.newKeyLimit}
        description={words.newKeyHint}
        placeholder={words.noNewKeyLimit}
        {...form.getInputProps('newKeyLimit')}
      />
      <Checkbox
        label={words.onlyApproved}
        description={words.onlyApprovedHint}
        {...form.getInputProps('restrictsRecipients', { type: 'checkbox' })}
      />
    </FormDialog>
  )
}
