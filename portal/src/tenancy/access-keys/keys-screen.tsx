import { Button, Group, SegmentedControl, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../kit/api.ts'
import { CopyButton } from '../../kit/copy-button.tsx'
import { type Column, DataTable } from '../../kit/data-table.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { oneOf, useFilters } from '../../kit/filters.tsx'
import { IconKey, IconPlus } from '../../kit/icons.tsx'
import { type CursorPage, useList } from '../../kit/list.ts'
import { useMerchant, usePermission } from '../../kit/merchant.ts'
import { Page } from '../../kit/page.tsx'
import { StateBadge } from '../../kit/state-badge.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { type KeyView, type NewKey, type RotatedKey, keysPath, accessKeyKeys } from './api.ts'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import { KeyActions } from './key-actions.tsx'
import { KeySecret } from './key-secret.tsx'
import { RotateKeyDialog } from './rotate-key-dialog.tsx'
import { NetworksDialog } from './networks-dialog.tsx'
import { payoutRuleTexts } from './payout-rule-texts.ts'
import { PayoutRules } from './payout-rules.tsx'
import { keyTexts } from './texts.ts'

const shape = { show: oneOf(['all']) }

type Open =
  | { what: 'create' }
  | { what: 'rotate'; key: KeyView }
  | { what: 'networks'; key: KeyView }
  | { what: 'secret'; made: NewKey | RotatedKey }
  | null

/** With what a merchant's programs log in. */
export function KeysScreen() {
  const words = useTexts(keyTexts)
  const merchant = useMerchant()
  const mayManage = usePermission('keys.manage')
  const { values, set } = useFilters(shape)
  const showsAll = values.show === 'all'
  const [open, setOpen] = useState<Open>(null)
  const list = useList<KeyView>(
    accessKeyKeys.all(merchant.id),
    keysPath(merchant.id),
    { inUse: showsAll ? null : true },
    { refetchInterval: 15_000 },
  )
  const hadKeys = useHadKeys(merchant.id, !showsAll && !list.isLoading && list.rows.length === 0)
  const isFirst = showsAll || !hadKeys
  const close = () => setOpen(null)
  const showSecret = (made: NewKey | RotatedKey) => setOpen({ what: 'secret', made })

  const columns: Column<KeyView>[] = [
    { header: words.name, cell: key => <KeyName of={key} /> },
    {
      header: words.state,
      cell: key => (
        <span>
          <StateBadge kind="key" state={key.state} />
          {key.state === 'Pending' && (
            <Text span display="block" size="xs" c="dimmed" mt={2}>
              {words.pendingHint}
            </Text>
          )}
          {key.state === 'Active' && key.replacedBy !== null && key.expiresAt !== null && (
            <Text span display="block" size="xs" c="dimmed" mt={2}>
              {words.replacedUntil} <When at={key.expiresAt} />
            </Text>
          )}
        </span>
      ),
    },
    {
      header: words.scopes,
      cell: key => (
        <span>
          {key.scopes.map(scope => (
            <Text key={scope} span inherit display="block" className="tabular">
              {scope === 'payments' ? words.payments : words.companyPayments}
            </Text>
          ))}
        </span>
      ),
    },
    {
      header: words.lastUsed,
      cell: key =>
        key.lastUsedAt === null ? (
          <Text span inherit c="dimmed">
            {words.neverUsed}
          </Text>
        ) : (
          <When at={key.lastUsedAt} relative />
        ),
    },
    {
      header: words.expiry,
      cell: key =>
        key.expiresAt === null ? (
          <Text span inherit c="dimmed" className="tabular">
            {words.noExpiry}
          </Text>
        ) : (
          <When at={key.expiresAt} form="date" />
        ),
    },
    ...(mayManage
      ? [
          {
            header: '',
            name: words.actions,
            align: 'right' as const,
            cell: (key: KeyView) => (
              <KeyActions
                merchantId={merchant.id}
                of={key}
                onRotate={() => setOpen({ what: 'rotate', key })}
                onNetworks={() => setOpen({ what: 'networks', key })}
              />
            ),
          },
        ]
      : []),
  ]

  const createButton = mayManage && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setOpen({ what: 'create' })}>
      {words.create}
    </Button>
  )

  return (
    <Page title={words.keys} description={words.intro} actions={createButton}>
      <SegmentedControl
        mb="md"
        aria-label={words.show}
        value={showsAll ? 'all' : 'inUse'}
        onChange={value => set({ show: value === 'all' ? 'all' : null })}
        data={[
          { value: 'inUse', label: words.inUse },
          { value: 'all', label: words.all },
        ]}
      />
      <DataTable
        caption={words.keys}
        columns={columns}
        list={list}
        rowKey={key => key.id}
        empty={
          <EmptyState
            icon={IconKey}
            title={isFirst ? words.noKeys : words.noUsable}
            hint={mayManage ? (isFirst ? words.noKeysHint : words.noUsableHint) : words.noKeysHintReader}
            action={createButton}
          />
        }
      />
      <div style={{ marginTop: 32 }}>
        <PayoutRules merchantId={merchant.id} />
      </div>
      {open?.what === 'create' && <CreateKeyDialog merchantId={merchant.id} onClose={close} onDone={showSecret} />}
      {open?.what === 'rotate' && (
        <RotateKeyDialog merchantId={merchant.id} of={open.key} onClose={close} onDone={showSecret} />
      )}
      {open?.what === 'networks' && <NetworksDialog merchantId={merchant.id} of={open.key} onClose={close} />}
      {open?.what === 'secret' && <KeySecret made={open.made} onKept={close} />}
    </Page>
  )
}

/** Whether there have been keys that are no longer in use: only then has anything been revoked or expired. */
function useHadKeys(merchantId: string, isEnabled: boolean): boolean {
  const { data } = useQuery({
    queryKey: [...accessKeyKeys.all(merchantId), 'any'],
    queryFn: ({ signal }) => api.get<CursorPage<KeyView>>(keysPath(merchantId), { limit: 1 }, signal),
    enabled: isEnabled,
  })
  return data !== undefined && data.items.length > 0
}

function KeyName({ of: key }: { of: KeyView }) {
  const words = useTexts(keyTexts)
  const ruleWords = useTexts(payoutRuleTexts)
  return (
    <div>
      <Text span inherit fw={500}>
        {key.name || words.unnamed}
      </Text>
      <Group gap={2} wrap="nowrap" component="span">
        <Text span size="xs" c="dimmed" ff="monospace" className="tabular" title={key.accessKey}>
          {key.accessKey.slice(0, 7)}…{key.accessKey.slice(-6)}
        </Text>
        <CopyButton value={key.accessKey} what={words.accessKey} />
      </Group>
      <Text span display="block" size="xs" c="dimmed">
        {words.created} <When at={key.createdAt} form="date" />
        {key.createdByName !== null && ` ${words.createdBy(key.createdByName)}`}
        {key.confirmedByName !== null && `, ${words.confirmedBy(key.confirmedByName)}`}
      </Text>
      {key.networks.length > 0 && (
        <Text span display="block" size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {ruleWords.restrictedTo} {key.networks.join(', ')}
        </Text>
      )}
      {key.networksLater !== null && (
        <Text span display="block" size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {ruleWords.networksFrom} <When at={key.networksLater.at} />:{' '}
          {key.networksLater.networks.join(', ') || ruleWords.anyNetwork}
        </Text>
      )}
    </div>
  )
}
