import { Button } from '@mantine/core'
import { ConfirmAction } from '../../kit/confirm-action.tsx'
import { IconBan } from '../../kit/icons.tsx'
import { useTexts } from '../../kit/texts.ts'
import { cancelCharge, transactionKeys } from '../../money/transactions/api.ts'
import { chargeTexts } from './texts.ts'

/** Takes back a charge that nobody has paid, after asking. */
export function CancelCharge({ merchantId, transactionId }: { merchantId: string; transactionId: string }) {
  const words = useTexts(chargeTexts)
  return (
    <ConfirmAction
      title={words.cancelTitle}
      message={words.cancelIntro}
      confirmLabel={words.cancel}
      cancelLabel={words.keep}
      isDangerous
      onConfirm={() => cancelCharge(merchantId, transactionId)}
      changes={[transactionKeys.one(merchantId, transactionId)]}
      notice={({ state }) => (state === 'Cancelled' ? words.cancelled : words.cancelling)}
    >
      {open => (
        <Button variant="default" leftSection={<IconBan size={16} aria-hidden />} onClick={open}>
          {words.cancel}
        </Button>
      )}
    </ConfirmAction>
  )
}
