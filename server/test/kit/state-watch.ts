import type { Sql, Tx } from '../../src/platform/db/db.ts'
import { type Listed, type StateTable, type Watched, listedIn, stateTables } from './state-tables.ts'

// Triggers for test databases. They see every change of a state, from any code or query, and compare it with the tables.

const names = Object.keys(stateTables) as Watched[]
const tuple = (texts: (string | null)[]) => `(${texts.map(text => `'${text}'`).join(', ')})`
const list = (changes: Listed[], of: (change: Listed) => (string | null)[]) =>
  changes.map(change => tuple([...(change.kind === null ? [] : [change.kind]), ...of(change)])).join(', ')

/**
 * Refuses every change of a state that no row of its table lists. A listed change costs only the test of the trigger's
 * condition. A row may be deleted, in tests and by retention, unless its table lists a final transition for it.
 */
export const refuseUnlisted = (): string => `
  create function refuse_unlisted() returns trigger language plpgsql as $$
  begin
    raise exception '%: no row of % lists % -> %', tg_table_name, tg_argv[0],
      coalesce(to_jsonb(old) ->> tg_argv[1], 'nothing'), coalesce(to_jsonb(new) ->> tg_argv[1], 'nothing');
  end $$;
  ${names.map(refusalsOf).join('\n')}`

function refusalsOf(name: Watched): string {
  const { file, column, kind }: StateTable = stateTables[name]
  const state = (row: 'old' | 'new') => `${row}.${column}`
  const kindOf = (row: 'old' | 'new') => (kind === undefined ? '' : `${row}.${kind}, `)
  const trigger = (on: string, when: string) => `
    create trigger refuse_unlisted_${on} after ${on} on ${name} for each row when (${when})
      execute function refuse_unlisted('${file}', '${column}');`
  const changes = listedIn(name)
  const births = changes.filter(({ from }) => from === null)
  const ends = changes.filter(({ to }) => to === null)
  const steps = changes.filter(({ from, to }) => from !== null && to !== null)
  const others = name === 'transactions' ? inOneCommit(steps) : steps
  return [
    trigger('insert', `(${kindOf('new')}${state('new')}) not in (${list(births, ({ to }) => [to])})`),
    trigger(
      'update',
      `${state('old')} is distinct from ${state('new')} and (${kindOf('old')}${state('old')}, ${state('new')})
         not in (${list(others, ({ from, to }) => [from, to])})`,
    ),
    ends.length === 0
      ? ''
      : trigger('delete', `(${kindOf('old')}${state('old')}) not in (${list(ends, ({ from }) => [from])})`),
  ].join('')
}

/** The door applies several events in one commit and writes the last state: each step is listed, not the whole jump. */
function inOneCommit(changes: Listed[]): Listed[] {
  const leaps = changes.flatMap(first =>
    changes.filter(next => next.kind === first.kind && next.from === first.to).map(({ to }) => ({ ...first, to })),
  )
  const isNew = (leap: Listed) =>
    !changes.some(({ kind, from, to }) => kind === leap.kind && from === leap.from && to === leap.to)
  const more = leaps.filter(isNew)
  return more.length === 0 ? changes : inOneCommit([...changes, ...more])
}

/** Records every insert, update and deletion, also if the state does not change: for `walkOf` and `allWalked`. */
export const keepWalks = (): string => `
  create table walked (
    number bigint generated always as identity, name text, id text, kind text, "from" text, "to" text);
  create function keep_walk() returns trigger language plpgsql as $$
  begin
    insert into walked (name, id, kind, "from", "to") values (
      tg_table_name, coalesce(to_jsonb(new), to_jsonb(old)) ->> 'id', coalesce(to_jsonb(new), to_jsonb(old)) ->> tg_argv[1],
      to_jsonb(old) ->> tg_argv[0], to_jsonb(new) ->> tg_argv[0]);
    return null;
  end $$;
  ${names
    .map(name => {
      const { column, kind = '' }: StateTable = stateTables[name]
      return `create trigger keep_walk after insert or update or delete on ${name} for each row
                execute function keep_walk('${column}', '${kind}');`
    })
    .join('\n')}`

type Walked = { from: string | null; to: string | null }

/** The recorded changes of one row, in order. */
export const walkOf = (sql: Sql, name: Watched, id: string): Promise<Walked[]> =>
  sql<Walked[]>`select "from", "to" from walked where name = ${name} and id = ${id} order by number`

/** All recorded changes of a table's states. */
export const allWalked = (sql: Sql, name: Watched): Promise<Listed[]> =>
  sql<Listed[]>`
    select distinct kind, "from", "to" from walked where name = ${name} and "from" is distinct from "to"`

/** Writes what no use case would, wrong values or many rows, with all triggers disabled. */
export const unwatched = <Result>(sql: Sql, write: (tx: Tx) => Promise<Result>) =>
  sql.begin(async tx => {
    // On a distributed database the setting applies to the other nodes, too.
    await tx`set local citus.propagate_set_commands = 'local'`
    await tx`set local session_replication_role = replica`
    return write(tx)
  })
