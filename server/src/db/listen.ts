import { openClient } from './connection.ts'
import { limits } from './limits.ts'

export type Listening = ReturnType<typeof listenTo>

const againMs = 500

/** A session that hears what others notify. When it is lost another is opened, and `heard` is called once for what was missed. */
export function listenTo({
  url,
  name,
  channel,
  heard,
}: {
  url: string
  name: string
  channel: string
  heard: (payload: string) => void
}) {
  let isStopped = false
  let hangUp: (() => Promise<unknown>) | null = null
  let timer: NodeJS.Timeout | undefined

  async function open() {
    const client = await openClient(url, limits.requests, name)
    client.on('notification', ({ payload }) => heard(payload ?? ''))
    client.on('end', again)
    hangUp = () => client.end()
    await client.query(`listen ${client.escapeIdentifier(channel)}`)
    if (isStopped) await client.end()
  }

  function again() {
    hangUp = null
    if (isStopped) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      open().then(() => heard(''), again)
    }, againMs).unref()
  }

  const begun = open()
  begun.catch(again)
  return {
    begun,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await hangUp?.()
    },
  }
}
