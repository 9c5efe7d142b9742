import { Button, Skeleton, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { DownloadButton } from '../../kit/export-button.tsx'
import { FormFailure } from '../../kit/form.tsx'
import { notifyDone } from '../../kit/notify.tsx'
import { useToday } from '../../kit/sandbox.ts'
import { useSession } from '../../kit/session.ts'
import { useTexts } from '../../kit/texts.ts'
import { accountAsOfx, requestFile, readSize, fileKeys } from './api.ts'
import { fileTexts } from './texts.ts'

const sheets = ['csv', 'xlsx'] as const
const formats = [...sheets, 'ofx'] as const

type Props = {
  merchantId: string
  kind: 'statement' | 'transactions'
  period: { from: string | null; to: string | null }
  /** Whether more than the period is chosen: then it comes at once, up to its most rows, and not as the account's OFX. */
  isFiltered?: boolean
  hrefOf: (format: (typeof sheets)[number]) => string
  close: () => void
}

/** A list as CSV, XLSX or OFX: at once or, where it is large, as a file that is written in the background. */
export function ExportChoices({ merchantId, kind, period, isFiltered = false, hrefOf, close }: Props) {
  const words = useTexts(fileTexts)
  const today = useToday()
  const { sendsMail } = useSession()
  const navigate = useNavigate()
  const size = useQuery({
    queryKey: [...fileKeys.size(merchantId), kind, period],
    queryFn: () => readSize(merchantId, kind, period),
    enabled: !isFiltered,
  })
  const asking = useMutation({
    mutationFn: (format: (typeof formats)[number]) =>
      requestFile(merchantId, { kind, format, ...wholePeriod(period, today) }),
    onSuccess: () => {
      notifyDone(words.asked(sendsMail))
      void navigate({ to: `/m/${merchantId}/files` })
    },
  })
  if (!isFiltered && size.isPending) return <Skeleton height={36} />
  if (!isFiltered && size.data?.isLarge === true)
    return (
      <>
        <Text size="sm">{words.large}</Text>
        {formats.map(format => (
          <Button key={format} onClick={() => asking.mutate(format)} loading={asking.isPending}>
            {words.askAs(format.toUpperCase())}
          </Button>
        ))}
        <FormFailure failure={asking.error} />
      </>
    )
  return (isFiltered ? sheets : formats).map(format => (
    <DownloadButton
      key={format}
      href={format === 'ofx' ? accountAsOfx(merchantId, period) : hrefOf(format)}
      onClick={close}
    >
      {words.downloadAs(format.toUpperCase())}
    </DownloadButton>
  ))
}

/** A file in the background has a beginning: a year before its end, where none was chosen. */
function wholePeriod({ from, to }: Props['period'], today: string): { firstDay: string; lastDay: string } {
  const last = to ?? today
  const yearBefore = new Date(Date.parse(last) - 365 * 86_400_000).toISOString().slice(0, 10)
  return { firstDay: from ?? yearBefore, lastDay: last }
}
