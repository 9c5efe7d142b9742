import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { BalanceLabel } from '../../kit/balance-label.tsx'
import { Loaded } from '../../kit/loaded.tsx'
import { Figure, Figures } from '../../kit/figures.tsx'
import { TextLink } from '../../kit/link.tsx'
import { Money } from '../../kit/money.tsx'
import { Page } from '../../kit/page.tsx'
import { Section } from '../../kit/section.tsx'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { RecoveryBanner } from '../recovery/recovery-banner.tsx'
import { type PlatformView, readPlatform, overviewKeys } from './api.ts'
import { PlatformHealth } from './platform-health.tsx'
import { platformTexts } from './texts.ts'

const micros = (amount: string): bigint => {
  const [whole = '0', fraction = ''] = amount.replace('-', '').split('.')
  const value = BigInt(whole + fraction.padEnd(6, '0'))
  return amount.startsWith('-') ? -value : value
}

/** Amounts with six decimals, added as whole millionths: no floats. */
function addAmounts(...amounts: string[]): string {
  const sum = amounts.reduce((total, amount) => total + micros(amount), 0n)
  const digits = (sum < 0n ? -sum : sum).toString().padStart(7, '0')
  return `${sum < 0n ? '-' : ''}${digits.slice(0, -6)}.${digits.slice(-6)}`
}

/** The platform at a glance, read again while somebody looks. */
export function OperatorHomeScreen() {
  const words = useTexts(platformTexts)
  const query = useQuery({
    queryKey: overviewKeys.platform,
    queryFn: readPlatform,
    refetchInterval: 10_000,
  })
  return (
    <Page title={words.overview} description={words.overviewIntro}>
      <RecoveryBanner />
      <Loaded query={query}>{platform => <Platform platform={platform} />}</Loaded>
    </Page>
  )
}

function Platform({ platform }: { platform: PlatformView }) {
  const words = useTexts(platformTexts)
  const { balance } = platform
  return (
    <>
      <Figures>
        <Figure
          label={<BalanceLabel of="total" label={words.total} />}
          hint={
            <TextLink size="xs" to="/operator/merchants">
              {words.merchants(platform.merchants)}
            </TextLink>
          }
        >
          <Money amount={addAmounts(balance.available, balance.held, balance.blocked, balance.reserved)} />
        </Figure>
        <Figure label={<BalanceLabel of="available" />}>
          <Money amount={balance.available} />
        </Figure>
        <Figure label={<BalanceLabel of="held" />}>
          <Money amount={balance.held} />
        </Figure>
        <Figure label={<BalanceLabel of="blocked" />}>
          <Money amount={balance.blocked} />
        </Figure>
        {/[1-9]/.test(balance.reserved) && (
          <Figure label={<BalanceLabel of="reserved" />}>
            <Money amount={balance.reserved} />
          </Figure>
        )}
        {platform.owing > 0 && (
          <Figure label={words.owed} hint={words.owing(platform.owing)}>
            <Money amount={balance.owed} />
          </Figure>
        )}
        <Figure label={words.fees}>
          <Money amount={balance.fees} />
        </Figure>
        {/[1-9]/.test(balance.suspense) && (
          <Figure
            label={words.suspense}
            hint={
              <Text inherit maw={220}>
                {words.suspenseHint}
              </Text>
            }
          >
            <Money amount={balance.suspense} />
          </Figure>
        )}
      </Figures>
      <Section
        title={words.health}
        description={
          <>
            {words.readAt} <When at={platform.at} form="timeExact" />
          </>
        }
      >
        <PlatformHealth platform={platform} />
      </Section>
    </>
  )
}
