import { Button } from '@mantine/core'
import { useState } from 'react'
import { usePermission } from '../../kit/merchant.ts'
import { notifyDone } from '../../kit/notify.tsx'
import { Section } from '../../kit/section.tsx'
import { useTexts } from '../../kit/texts.ts'
import { type MerchantDetail, inviteSuccessor, merchantKeys } from './api.ts'
import { InvitePersonDialog } from '../people/invite-person-dialog.tsx'
import { merchantTexts } from './texts.ts'
import { ShownLink } from '../people/shown-link.tsx'

/** Another owner for a merchant that has one: the last one can go only when there is another. */
export function Successor({ merchant }: { merchant: MerchantDetail }) {
  const words = useTexts(merchantTexts)
  const [isInviting, setIsInviting] = useState(false)
  const [link, setLink] = useState<string | null>(null)
  if (!usePermission('merchants.manage')) return null
  return (
    <Section
      title={words.owner}
      description={words.successorIntro}
      actions={
        <Button variant="default" size="xs" onClick={() => setIsInviting(true)}>
          {words.inviteSuccessor}
        </Button>
      }
    >
      {isInviting && (
        <InvitePersonDialog
          words={{
            title: words.inviteSuccessor,
            intro: words.successorIntro,
            name: words.ownerName,
            email: words.ownerEmail,
            nameMissing: words.nameMissing,
            note: { label: words.successorNote, hint: words.successorNoteHint, missing: words.successorNoteMissing },
          }}
          send={owner => inviteSuccessor(merchant.id, owner)}
          changes={[merchantKeys.one(merchant.id)]}
          onClose={() => setIsInviting(false)}
          onDone={invited => {
            setIsInviting(false)
            if (invited.link === null) notifyDone(words.invited)
            setLink(invited.link)
          }}
        />
      )}
      <ShownLink link={link} onClose={() => setLink(null)} />
    </Section>
  )
}
