import { Button, Group, Textarea } from '@mantine/core'
import { useState } from 'react'
import { FormFailure, failureOf, useChange } from '../../kit/form.tsx'
import { useTexts } from '../../kit/texts.ts'
import { reviewKeys } from './api.ts'
import { reviewTexts } from './texts.ts'

export type VerdictAct = 'approve' | 'reject'

type Props = {
  /** `body` has the note, where there is one. */
  send: (act: VerdictAct, body: { note?: string }) => Promise<unknown>
  notices: Record<VerdictAct, string>
  onDone: () => void
  onFailure?: (error: unknown) => void
}

/** The operator's word, with a note that the merchant reads: needed for a no. */
export function Verdict({ send, notices, onDone, onFailure }: Props) {
  const words = useTexts(reviewTexts)
  const [note, setNote] = useState('')
  const [isMissing, setIsMissing] = useState(false)
  const said = note.trim()
  const verdict = useChange(
    async (act: VerdictAct) => {
      await send(act, said === '' ? {} : { note: said })
      return act
    },
    { changes: [reviewKeys.all], notice: act => notices[act], onDone },
  )
  const sending = verdict.isPending ? verdict.variables : null

  function decide(act: VerdictAct) {
    const isWithout = act === 'reject' && said === ''
    setIsMissing(isWithout)
    if (!isWithout) verdict.mutate(act, { onError: error => onFailure?.(error) })
  }

  return (
    <>
      <Textarea
        label={words.note}
        description={words.noteHint}
        maxLength={1024}
        value={note}
        error={isMissing ? words.noteMissing : null}
        onChange={event => {
          setNote(event.currentTarget.value)
          setIsMissing(false)
        }}
      />
      <FormFailure failure={failureOf(verdict.error)} />
      <Group justify="flex-end" gap="xs">
        <Button
          variant="default"
          onClick={() => decide('reject')}
          loading={sending === 'reject'}
          disabled={sending === 'approve'}
        >
          {words.reject}
        </Button>
        <Button onClick={() => decide('approve')} loading={sending === 'approve'} disabled={sending === 'reject'}>
          {words.approve}
        </Button>
      </Group>
    </>
  )
}
