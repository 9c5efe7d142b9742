import { Fragment } from 'react'
import type { CallKind } from '../../../server/src/money/rails/bacen-pix/call-kinds.ts'
import { callKindIn } from './bank-words.ts'
import { kitTexts } from './kit-texts.ts'
import { useLanguage } from './language.ts'
import { useTexts } from './texts.ts'
import { When } from './when.tsx'

/** Kinds of calls to a bank that wait, each with since when. */
export function CallsSince({ calls }: { calls: { kind: CallKind; since: string | null }[] }) {
  const words = useTexts(kitTexts)
  const language = useLanguage()
  return calls.map(({ kind, since }, at) => (
    <Fragment key={kind}>
      {at > 0 && ', '}
      {callKindIn(kind, language)}
      {since !== null && (
        <>
          {` (${words.since} `}
          <When at={since} />)
        </>
      )}
    </Fragment>
  ))
}
