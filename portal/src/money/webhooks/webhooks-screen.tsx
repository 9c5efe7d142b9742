import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { ErrorState } from '../../kit/error-state.tsx'
import { IconPlayerPlay } from '../../kit/icons.tsx'
import { useMerchant, usePermission } from '../../kit/merchant.ts'
import { Page } from '../../kit/page.tsx'
import { useTexts } from '../../kit/texts.ts'
import { AddressSection } from './address-section.tsx'
import { readSettings, webhookKeys } from './api.ts'
import { DeliveriesSection } from './deliveries-section.tsx'
import { SecretSection } from './secret-section.tsx'
import { TestDialog } from './test-dialog.tsx'
import { webhookTexts } from './texts.ts'
import classes from './webhooks.module.css'

/** Where a merchant receives webhooks, with which secret, and the outcome of every event. */
export function WebhooksScreen() {
  const words = useTexts(webhookTexts)
  const { id: merchantId } = useMerchant()
  const mayManage = usePermission('webhooks.manage')
  const [isTesting, { open, close }] = useDisclosure(false)
  const settings = useQuery({
    queryKey: webhookKeys.settings(merchantId),
    queryFn: () => readSettings(merchantId),
  })
  const testButton = mayManage && (
    <Button
      leftSection={<IconPlayerPlay size={16} aria-hidden />}
      onClick={open}
      disabled={settings.data === undefined}
    >
      {words.test}
    </Button>
  )
  return (
    <Page title={words.webhooks} description={words.intro} actions={testButton}>
      {settings.error !== null && settings.data === undefined ? (
        <ErrorState error={settings.error} retry={() => void settings.refetch()} />
      ) : (
        <div className={classes.settings}>
          <AddressSection merchantId={merchantId} settings={settings.data} mayManage={mayManage} />
          <SecretSection merchantId={merchantId} settings={settings.data} mayManage={mayManage} />
        </div>
      )}
      <DeliveriesSection merchantId={merchantId} mayManage={mayManage} />
      {isTesting && settings.data !== undefined && (
        <TestDialog merchantId={merchantId} ownAddress={settings.data.url} onClose={close} />
      )}
    </Page>
  )
}
