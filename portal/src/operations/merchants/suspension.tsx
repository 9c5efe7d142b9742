import { Alert, Button, Group, List, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDisclosure } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { ConfirmAction } from '../../kit/confirm-action.tsx'
import { FormDialog } from '../../kit/form-dialog.tsx'
import { useSubmit } from '../../kit/form.tsx'
import { IconAlertTriangle } from '../../kit/icons.tsx'
import { usePermission } from '../../kit/merchant.ts'
import { notifyDone } from '../../kit/notify.tsx'
import { Section } from '../../kit/section.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { type MerchantDetail, merchantKeys, resumeMerchant, suspendMerchant } from './api.ts'
import { suspensionTexts } from './texts.ts'

/** Gives the new detail to the components that show the merchant; its banner reads it again. */
function useKeepMerchant() {
  const queryClient = useQueryClient()
  return (merchant: MerchantDetail) => {
    queryClient.setQueryData(merchantKeys.one(merchant.id), merchant)
    void queryClient.invalidateQueries({ queryKey: ['visited-merchant', merchant.id] })
    void queryClient.invalidateQueries({ queryKey: merchantKeys.all })
  }
}

/** Why a merchant is suspended, and the way back. */
export function SuspensionNotice({ merchant }: { merchant: MerchantDetail }) {
  const words = useTexts(suspensionTexts)
  const mayManage = usePermission('platform.manage')
  const keep = useKeepMerchant()
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
            onConfirm={async () => {
              keep(await resumeMerchant(merchant.id))
              notifyDone(words.resumed)
            }}
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

/** The way to suspend a merchant that works. */
export function SuspendSection({ merchant }: { merchant: MerchantDetail }) {
  const words = useTexts(suspensionTexts)
  const mayManage = usePermission('platform.manage')
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
  const keep = useKeepMerchant()
  const form = useForm({
    initialValues: { reason: '' },
    validate: { reason: value => (value.trim() === '' ? words.reasonMissing : null) },
  })
  const submit = useSubmit(form, ({ reason }) => suspendMerchant(merchant.id, { reason: reason.trim() }), {
    onDone: ({ merchant: suspended, payoutsUnderWay }) => {
      keep(suspended)
      notifyDone(payoutsUnderWay === 0 ? words.suspendedNow : words.suspendedWith(payoutsUnderWay))
      onClose()
    },
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
        autosize
        minRows={2}
        required
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </FormDialog>
  )
}
