import type { Client } from 'pg'
import { hangUp, openClient } from './connection.ts'
import { limits } from './limits.ts'

export type Listening = ReturnType<typeof listenTo>

const againMs = 500

/** A session that receives notifications. After a reconnect `onPayload` is called once, because some may be missed. */
export function listenTo({
  url,
  name,
  channel,
  onPayload,
}: {
  url: string
  name: string
  channel: string
  onPayload: (payload: string) => void
}) {
  let isStopped = false
  let session: Client | null = null
  let timer: NodeJS.Timeout | undefined

  async function open() {
    const client = await openClient(url, limits.requests, name, again)
    client.on('notification', ({ payload }) => onPayload(payload ?? ''))
    session = client
    await client.query(`listen ${client.escapeIdentifier(channel)}`)
    if (isStopped) await hangUp(client)
  }

  function again() {
    session = null
    if (isStopped) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      open().then(() => onPayload(''), again)
    }, againMs).unref()
  }

  const begun = open()
  begun.catch(again)
  return {
    begun,
    async stop() {
      isStopped = true
      clearTimeout(timer)
      if (session !== null) await hangUp(session)
    },
  }
}
