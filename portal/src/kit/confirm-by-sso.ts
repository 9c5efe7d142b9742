import type { SsoStartView } from '../../../server/src/tenancy/people/sso/portal-schemas.ts'
import { api } from './api.ts'

const channelName = 'trilho-sso'

/** Opens the provider in a window of its own, so that nothing on this page is lost. */
export async function openProvider(): Promise<void> {
  const { url } = await api.post<SsoStartView>('/sso/start-confirm')
  window.open(url, '_blank', 'noopener,popup,width=520,height=680')
}

/** Called when the other window has confirmed who is there. */
export function onConfirmedBySso(confirmed: () => void): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.addEventListener('message', confirmed)
  return () => channel.close()
}

export function notifyConfirmedBySso(): void {
  const channel = new BroadcastChannel(channelName)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches its own origin only
  channel.postMessage('confirmed')
  channel.close()
}
