import type { PublicAddresses } from '../../platform/http/public-addresses.ts'
import { uuidv7 } from '../../platform/lib/uuid.ts'
import type { NewEvent } from '../../money/webhooks/event.ts'
import type { LinkChange } from './link.ts'
import type { ToldLink } from './sql.ts'
import { linkView } from './views.ts'

type Told = LinkChange & { told: Pick<ToldLink, 'deliveryUrl'> }

/** What merchants are told of changes of their links. A merchant without an address is told nothing. */
export const linkEvents = ({ addresses }: { addresses: PublicAddresses }, changes: Told[], at: Date): NewEvent[] =>
  changes.flatMap(({ link, event, told }) =>
    event === null || told.deliveryUrl === null
      ? []
      : {
          merchantId: link.merchantId,
          id: uuidv7(at.getTime()),
          transactionId: null,
          position: 1,
          payload: JSON.stringify({ event, paymentLink: linkView(link, addresses) }),
          url: told.deliveryUrl,
          headerName: link.webhookHeaderName,
          headerValue: link.webhookHeaderValue,
          createdAt: at,
        },
  )
