/** Where an event queues: a merchant's receiver. */
export type LaneId = { merchantId: string; lane: string }

/** An address is one of sixteen lanes of its host, by its path: paths with an order id in them do not make a lane each. */
export function laneOf(url: string): string {
  const { origin, pathname } = new URL(url)
  let hash = 0
  for (let i = 0; i < pathname.length; i++) hash = (hash * 31 + pathname.charCodeAt(i)) | 0
  return `${origin} ${((hash >>> 16) ^ hash) & 15}`
}

export const hostOf = (lane: string): string => lane.split(' ')[0] ?? ''

export const keyOf = ({ merchantId, lane }: LaneId): string => `${merchantId} ${lane}`
