import type { NewEvent } from './event.ts'

/** What a call of a webhook says besides its body, whoever makes it. */
export const deliveryHeaders = (
  { headerName, headerValue }: Pick<NewEvent, 'headerName' | 'headerValue'>,
  signature: Record<string, string>,
): Record<string, string> => ({
  'content-type': 'application/json',
  'user-agent': 'Trilho-Webhooks/1',
  ...(headerName === null ? {} : { [headerName]: headerValue ?? '' }),
  ...signature,
})
