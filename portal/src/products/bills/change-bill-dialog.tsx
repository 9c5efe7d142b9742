import { Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { useLanguage } from '../../kit/language.ts'
import { useToday } from '../../kit/sandbox.ts'
import { useTexts } from '../../kit/texts.ts'
import { transactionKeys } from '../../money/transactions/api.ts'
import { type BillView, billKeys, changeBill } from './api.ts'
import { type Terms, type TermsValues, termsFields, termsOf, termsRules, termsValuesOf } from './bill-form.ts'
import { ChangedTerms } from './changes-section.tsx'
import { FormPreview } from './new-bill-dialog.tsx'
import { AdvancedFields, AmountFields } from './terms-fields.tsx'
import { billFormTexts, billTexts } from './texts.ts'

type Props = { merchantId: string; bill: BillView; onClose: () => void }

/** Mounted when it opens, so that it begins with what the bill says then. What changes is shown before it is sent. */
export function ChangeBillDialog({ merchantId, bill, onClose }: Props) {
  const words = useTexts(billTexts)
  const formWords = useTexts(billFormTexts)
  const language = useLanguage()
  const today = useToday()
  const [before] = useState(() => termsValuesOf(bill, language))
  const [reviewed, setReviewed] = useState<TermsValues | null>(null)
  const [isSame, setIsSame] = useState(false)
  const rules = termsRules(formWords, today)
  const form = useForm<TermsValues>({
    initialValues: before,
    // An overdue bill keeps its due date.
    validate: { ...rules, dueDate: day => (day === bill.dueDate ? null : rules.dueDate(day)) },
  })
  const submit = useSubmit(form, values => changeBill(merchantId, bill.id, changesOf(before, values)), {
    changes: [billKeys.all(merchantId), transactionKeys.one(merchantId, bill.id)],
    fields: termsFields,
    notice: words.changed,
    onDone: onClose,
  })
  const review = form.onSubmit(values => {
    const hasChanges = Object.keys(changesOf(before, values)).length > 0
    setIsSame(!hasChanges)
    setReviewed(hasChanges ? values : null)
  })
  // What the API refuses at a field is seen in the form.
  if (reviewed !== null && Object.keys(form.errors).length === 0)
    return (
      <FormDialog
        title={words.reviewTitle}
        onClose={() => setReviewed(null)}
        submit={submit}
        label={words.confirmChange}
        cancelLabel={words.backToForm}
        size="lg"
        hasFocus
      >
        <Text size="sm">{words.reviewIntro}</Text>
        <ChangedTerms terms={differences(before, reviewed)} texts={textsOf(before, reviewed)} />
        <FormPreview merchantId={merchantId} values={reviewed} />
      </FormDialog>
    )
  return (
    <FormDialog
      title={words.changeTitle}
      onClose={onClose}
      submit={{ ...submit, onSubmit: review }}
      label={words.review}
      size="lg"
    >
      <AmountFields form={form} hasFocus />
      <AdvancedFields form={form} />
      <FormPreview merchantId={merchantId} values={form.values} />
      {isSame && (
        <Text size="sm" role="status">
          {words.nothingChanged}
        </Text>
      )}
    </FormDialog>
  )
}

/** Every term that differs, as it was and is. */
function differences(
  before: TermsValues,
  after: TermsValues,
): Partial<Record<keyof Terms, { was: unknown; is: unknown }>> {
  const [was, is] = [termsOf(before), termsOf(after)]
  const names = Object.keys(is) as (keyof Terms)[]
  return Object.fromEntries(
    names
      .filter(name => JSON.stringify(was[name]) !== JSON.stringify(is[name]))
      .map(name => [name, { was: was[name], is: is[name] }]),
  )
}

const textsOf = (before: TermsValues, after: TermsValues) =>
  before.description.trim() === after.description.trim() ? [] : ['description']

/** What was not touched is not sent: somebody else may be changing it. */
function changesOf(before: TermsValues, after: TermsValues) {
  const terms = Object.fromEntries(Object.entries(differences(before, after)).map(([name, { is }]) => [name, is]))
  const description = after.description.trim()
  return {
    ...terms,
    ...(textsOf(before, after).length > 0 && { description: description === '' ? null : description }),
  }
}
