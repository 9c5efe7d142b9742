import { Alert, Button, Group, List, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { ConfirmAction } from '../../kit/confirm-action.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { IconAlertTriangle } from '../../kit/icons.tsx'
import { usePermission, visitedMerchantKey } from '../../kit/merchant.ts'
import { Section } from '../../kit/section.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { type MerchantDetail, merchantKeys, resumeMerchant, suspendMerchant } from './api.ts'
import { suspensionTexts } from './texts.ts'

/** The new detail is shown at once; the merchant's banner and the list of merchants are read again. */
const cached = (merchant: MerchantDetail) => [merchantKeys.one(merchant.id), merchant] as const
const changesOf = ({ id }: MerchantDetail) => [visitedMerchantKey(id), merchantKeys.all]

/** Why a merchant is suspended, and the way back. */
export function SuspensionNotice({ merchant }: { merchant: MerchantDetail }) {
  const words = useTexts(suspensionTexts)
  const mayManage = usePermission('merchants.suspend')
  const { suspension } = merchant
  if (suspension === null) return null
  return (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title={words.suspended} mb="lg">
      <Group justify="space-between" gap="sm">
        <Text size="sm" maw={560} style={{ overflowWrap: 'anywhere' }}>
          {suspension.reason}
          <br />
          {words.suspendedBy(suspension.by)} <When at={suspension.at} />
        </Text>
        {mayManage && (
          <ConfirmAction
            title={words.resume}
            message={words.resumeHint}
            confirmLabel={words.resume}
            onConfirm={() => resumeMerchant(merchant.id)}
            caches={cached}
            changes={changesOf(merchant)}
            notice={words.resumed}
          >
            {open => (
              <Button variant="default" size="xs" onClick={open}>
                {words.resume}
              </Button>
            )}
          </ConfirmAction>
        )}
      </Group>
    </Alert>
  )
}

export function SuspendSection({ merchant }: { merchant: MerchantDetail }) {
  const words = useTexts(suspensionTexts)
  const mayManage = usePermission('merchants.suspend')
  const [isOpen, { open, close }] = useDisclosure(false)
  if (!mayManage || merchant.suspension !== null) return null
  return (
    <Section
      title={words.suspension}
      description={words.suspensionIntro}
      actions={
        <Button variant="light" color="red" size="xs" onClick={open}>
          {words.suspend}
        </Button>
      }
    >
      {isOpen && <SuspendDialog merchant={merchant} onClose={close} />}
    </Section>
  )
}

/** What a suspension does, in words: the table of `merchants/suspension.ts`. */
const effects = ['keysRefused', 'payoutsWait', 'moneyStays', 'pagesPause', 'peopleRead'] as const

function SuspendDialog({ merchant, onClose }: { merchant: MerchantDetail; onClose: () => void }) {
  const words = useTexts(suspensionTexts)
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: value => (value.trim() === '' ? words.reasonMissing : null) },
  })
  const submit = useSubmit(form, ({ reason }) => suspendMerchant(merchant.id, { reason: reason.trim() }), {
    caches: suspended => cached(suspended.merchant),
    changes: changesOf(merchant),
    notice: ({ payoutsUnderWay }) =>
      payoutsUnderWay === 0 ? words.suspendedNow : words.suspendedWith(payoutsUnderWay),
    onDone: onClose,
  })
  return (
    <FormDialog
      title={words.suspendOf(merchant.name)}
      size="lg"
      onClose={onClose}
      submit={submit}
      label={words.suspend}
      isDangerous
    >
      <List size="sm" spacing={6}>
        {effects.map(effect => (
          <List.Item key={effect}>{words[effect]}</List.Item>
        ))}
      </List>
      <Textarea
        label={words.reason}
        description={words.reasonHint}
        maxLength={300}
        required
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  )
}
