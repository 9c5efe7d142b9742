import { UnstyledButton } from '@mantine/core'
import { Suspense, lazy, useState } from 'react'
import { IconClock, IconFlask } from '../../kit/icons.tsx'
import type { OpenMerchant } from '../../kit/merchant.ts'
import { useTexts } from '../../kit/texts.ts'
import { When } from '../../kit/when.tsx'
import { useSandbox } from '../sandbox/api.ts'
import { sandboxTexts } from '../sandbox/texts.ts'
import classes from './shell.module.css'
import { shellTexts } from './texts.ts'

// In a file of its own: what is shown first must not wait for it.
const SandboxDialog = lazy(() => import('../sandbox/sandbox-dialog.tsx'))

/** On every screen of a sandbox: nobody must take this money for real, nor real money for this. */
export function SandboxBanner({ merchant }: { merchant: OpenMerchant | null }) {
  const words = useTexts(shellTexts)
  return (
    <div className={classes.banner} role="note">
      <IconFlask size={15} aria-hidden />
      <b>{words.sandbox}</b>
      <span className={classes.bannerHint}>{words.sandboxHint}</span>
      {merchant !== null && <TimeAndFaults merchant={merchant} />}
    </div>
  )
}

/** The merchant's time where it is ahead, what is scripted to go wrong, and the way to change both. */
function TimeAndFaults({ merchant }: { merchant: OpenMerchant }) {
  const words = useTexts(sandboxTexts)
  const [opened, setOpened] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  const { data } = useSandbox(merchant.id)
  const isAhead = data !== undefined && data.clock.aheadSeconds > 0
  const count = data?.faults.length ?? 0
  const open = () => {
    setOpened(true)
    setWasOpened(true)
  }
  return (
    <>
      <UnstyledButton className={classes.bannerButton} onClick={open} aria-haspopup="dialog">
        <IconClock size={14} aria-hidden />
        {!isAhead && count === 0 && words.open}
        {isAhead && <When at={data.clock.time} />}
        {isAhead && count > 0 && ' · '}
        {count > 0 && words.count(count)}
      </UnstyledButton>
      {wasOpened && (
        <Suspense fallback={null}>
          <SandboxDialog merchant={merchant} opened={opened} onClose={() => setOpened(false)} />
        </Suspense>
      )}
    </>
  )
}
