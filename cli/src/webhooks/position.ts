import { homedir } from 'node:os'
import { join } from 'node:path'
import type { Access } from '../profiles/access.ts'
import type { Environment } from '../profiles/environment.ts'
import { readPrivateFile, writePrivateFile } from '../profiles/private-file.ts'

/**
 * How far `listen` has come with a profile, so that the next one goes on there: after the last event, or where none has
 * come, from the moment it began. The server repeats what is recent when somebody comes again, so the events of late are
 * remembered, too.
 */
type Position = { accessKey: string; url: string; since: string; lastEventId: string | null; recentIds: string[] }

/** What was missed and what comes, only what comes, or everything since a moment once more. */
export type Wish = 'goOn' | 'new' | Date

const remembered = 500

const pathFor = (env: Environment, { name }: Access) =>
  join(env.XDG_STATE_HOME || join(homedir(), '.local', 'state'), 'trilho', `listen-${encodeURIComponent(name)}.json`)

/** Where to begin, and which events were received. The position of another merchant's events does not count. */
export async function openPosition(env: Environment, access: Access, wish: Wish, now: string) {
  const { accessKey, url } = access
  const path = pathFor(env, access)
  const file = (await readPrivateFile(path)) as Position | null
  const before = wish !== 'new' && file?.accessKey === accessKey && file.url === url ? file : null
  let position = before ?? { accessKey, url, since: now, lastEventId: null, recentIds: [] }
  if (before === null) await writePrivateFile(path, position)
  const received = new Set(wish === 'goOn' ? position.recentIds : [])
  return {
    goesOn: wish === 'goOn' && before !== null,
    beginning: wish instanceof Date ? { since: wish } : beginningAt(position),
    isReceived: (id: string) => received.has(id),
    moveTo: async (id: string): Promise<void> => {
      received.add(id)
      const { lastEventId } = position
      position = {
        ...position,
        // Ids grow with time. A repeated event does not move the position back.
        lastEventId: lastEventId !== null && lastEventId > id ? lastEventId : id,
        recentIds: [...new Set([...position.recentIds, id])].slice(-remembered),
      }
      await writePrivateFile(path, position)
    },
  }
}

const beginningAt = ({ since, lastEventId }: Position) => (lastEventId === null ? { since } : { lastEventId })
