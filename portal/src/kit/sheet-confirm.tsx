import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { type ChangeOptions, FormFailure, useChange } from './form.tsx'
import { sheetTexts } from './kit-texts.ts'
import { SheetVerdict } from './sheet-preview.tsx'
import { useTexts } from './texts.ts'

type Props<Result> = Pick<ChangeOptions<Result>, 'changes' | 'onDone'> & {
  wrong: number
  all: number
  /** Some rows are right. */
  hasValid: boolean
  /** What is done with the rows that are right, before it is done, and on the button that does it. */
  willDo: string
  label: string
  send: (leavesOut: boolean) => Promise<Result>
  onOther: () => void
}

/** The second step of an import: whether its rows are right, and what is done with them once somebody agrees. */
export function SheetConfirm<Result>({
  wrong,
  all,
  hasValid,
  willDo,
  label,
  send,
  onOther,
  ...options
}: Props<Result>) {
  const words = useTexts(sheetTexts)
  const [leavesOut, setLeavesOut] = useState(false)
  const { mutate, isPending, error } = useChange(send, options)
  return (
    <>
      <SheetVerdict
        wrong={wrong}
        all={all}
        allRight={willDo}
        leaveOutHint={willDo}
        leavesOut={leavesOut}
        canLeaveOut={hasValid}
        onLeaveOut={setLeavesOut}
      />
      <Stack mb="lg">
        <FormFailure failure={error} />
        <Group gap="xs">
          <Button
            onClick={() => mutate(leavesOut)}
            loading={isPending}
            disabled={!hasValid || (wrong > 0 && !leavesOut)}
          >
            {label}
          </Button>
          <Button variant="default" onClick={onOther} disabled={isPending}>
            {words.otherFile}
          </Button>
        </Group>
      </Stack>
    </>
  )
}
