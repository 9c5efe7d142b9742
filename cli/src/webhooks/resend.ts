import { command } from '../command-line/command.ts'
import { wrongUsage } from '../command-line/failure.ts'
import { colourOf } from '../transactions/state-colours.ts'
import { plain, readMoment } from '../terminal/words.ts'

export const webhooksResend = command({
  name: 'webhooks resend',
  says: 'send an event again, or everything that was not delivered',
  more: 'With an id, that event goes again now. With --since, --until or --url, everything that was not delivered does.',
  args: { id: { says: 'the event, its webhook-id', isOptional: true } },
  options: {
    since: { value: 'TIME', says: 'undelivered events since: 1h, 7d, 2026-11-16' },
    until: { value: 'TIME', says: 'undelivered events until' },
    url: { value: 'URL', says: 'undelivered events for this address' },
  },
  examples: ['trilho webhooks resend 019a8a3c-…', 'trilho webhooks resend --since 1d'],
  run: async ({ terminal, connect, signal }, { args: { id }, options: { since, until, url } }) => {
    const areMany = [since, until, url].some(said => said !== undefined)
    if (areMany === (id !== undefined))
      throw wrongUsage(
        'Give either the id of an event, or which undelivered ones.',
        'trilho webhooks resend --since 1d',
      )
    const trilho = await connect()
    if (id !== undefined) {
      const delivery = await trilho.deliveries.resend(id, { signal })
      const { status, lastAnswer } = delivery
      return terminal.answer(delivery, () =>
        terminal.line(
          `${terminal.paint(colourOf(status), status)}${lastAnswer === null ? '' : `: ${plain(lastAnswer)}`}`,
        ),
      )
    }
    const result = await trilho.deliveries.resendUndelivered(
      {
        ...(since === undefined ? {} : { startDate: readMoment(since) }),
        ...(until === undefined ? {} : { endDate: readMoment(until) }),
        ...(url === undefined ? {} : { url }),
      },
      { signal },
    )
    terminal.answer(result, () =>
      terminal.line(`${result.resent}${result.resentIsExact ? '' : '+'} events are being sent again.`),
    )
  },
})
