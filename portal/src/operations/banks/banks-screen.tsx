import { Alert, Badge, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Copied } from '../../kit/copy-button.tsx'
import { Details } from '../../kit/details.tsx'
import { EmptyState } from '../../kit/empty-state.tsx'
import { ErrorState } from '../../kit/error-state.tsx'
import { IconInfoCircle, IconPlugConnected } from '../../kit/icons.tsx'
import { LoadingScreen } from '../../kit/loading-screen.tsx'
import { usePermission } from '../../kit/merchant.ts'
import { Page } from '../../kit/page.tsx'
import { Section } from '../../kit/section.tsx'
import { useSession } from '../../kit/session.ts'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { type ConnectionView, banksKey, readBanks } from './api.ts'
import { BankActions } from './bank-actions.tsx'
import { dialectLabel } from './bank-addresses.ts'
import { bankTexts } from './texts.ts'
import { ConnectBankDialog } from './connect-bank-dialog.tsx'

/** Circuits open and close, and other operators do not wait. */
const refetchInterval = 15_000

/** The banks that move the money. */
export function BanksScreen() {
  const words = useTexts(bankTexts)
  const { isSandbox } = useSession()
  const mayManage = usePermission('platform.manage')
  const [isConnecting, setIsConnecting] = useState(false)
  const { data, error, refetch } = useQuery({ queryKey: banksKey, queryFn: readBanks, refetchInterval })
  return (
    <Page
      title={words.banks}
      description={words.banksIntro}
      actions={mayManage && !isSandbox && <Button onClick={() => setIsConnecting(true)}>{words.connect}</Button>}
    >
      {isSandbox && (
        <Alert color="gray" icon={<IconInfoCircle aria-hidden />} title={words.sandbox} mb="lg">
          {words.sandboxHint}
        </Alert>
      )}
      {data === undefined ? (
        error === null ? (
          <LoadingScreen />
        ) : (
          <ErrorState error={error} retry={() => void refetch()} />
        )
      ) : data.length === 0 ? (
        <EmptyState icon={IconPlugConnected} title={words.none} hint={words.noneHint} />
      ) : (
        data.map(bank => <Bank key={bank.id} bank={bank} />)
      )}
      {isConnecting && (
        <ConnectBankDialog
          hasDefault={data?.some(({ isDefault }) => isDefault) === true}
          onClose={() => setIsConnecting(false)}
        />
      )}
    </Page>
  )
}

function Bank({ bank }: { bank: ConnectionView }) {
  const words = useTexts(bankTexts)
  const mayManage = usePermission('platform.manage')
  const { name, isSimulator, isDefault, isUp, pausedAt, certificateEndsAt, callbackAddress, callbackProof } = bank
  const proofs = [callbackProof.secret && words.proofSecret, callbackProof.certificate && words.proofCertificate]
  return (
    <Section
      title={name}
      description={isSimulator ? words.simulator : dialectLabel(bank.dialect)}
      actions={mayManage && <BankActions bank={bank} />}
    >
      <Details
        isRows
        items={[
          {
            label: words.state,
            value: (
              <Group gap="xs">
                <Text size="sm" span>
                  {pausedAt !== null ? words.paused : isUp ? words.up : words.down}
                </Text>
                {isDefault && (
                  <Badge variant="light" color="gray">
                    {words.defaultBadge}
                  </Badge>
                )}
              </Group>
            ),
          },
          {
            label: words.disputesUnread,
            value: bank.disputesUnreadSince && <When at={bank.disputesUnreadSince} />,
          },
          { label: words.certificateEnds, value: certificateEndsAt && <When at={certificateEndsAt} form="date" /> },
          {
            label: words.callback,
            value: callbackAddress && (
              <span style={{ overflowWrap: 'anywhere' }}>
                <Copied value={callbackAddress} what={words.callback} />
              </span>
            ),
          },
          {
            label: words.callbackProof,
            value: callbackAddress && (proofs.filter(Boolean).join(', ') || words.proofNone),
          },
        ]}
      />
    </Section>
  )
}
