import type { Sql } from '../../src/platform/db/db.ts'

type Plan = { 'Node Type': string; 'Index Name'?: string; Plans?: Plan[] }

/**
 * How PostgreSQL would run a query, as the steps of its plan: `Index Scan transactions_expiring`. The query is the one
 * the server uses; it is only asked for through a database that puts `explain` in front.
 */
export async function explain(sql: Sql, query: (sql: never) => PromiseLike<unknown>): Promise<string[]> {
  const plans: Plan[] = []
  // A fragment that a query is made of is left as it is.
  const explaining = (texts: TemplateStringsArray, ...values: never[]) =>
    /^\s*(and .*)?$/.test(texts[0] ?? '') ? sql(texts, ...values) : explainWhole(texts, values)
  const explainWhole = async (texts: TemplateStringsArray, values: never[]) => {
    const [first = '', ...rest] = texts
    const asked = [`explain (format json) ${first}`, ...rest]
    const [row] = await sql<Record<string, [{ Plan: Plan }]>[]>(Object.assign(asked, { raw: asked }), ...values)
    plans.push(...Object.values(row ?? {}).map(([answer]) => answer.Plan))
    return []
  }
  await query(Object.assign(explaining, { database: sql.database }) as never)
  return plans.flatMap(stepsOf)
}

const stepsOf = (plan: Plan): string[] => [
  [plan['Node Type'], plan['Index Name']].filter(Boolean).join(' '),
  ...(plan.Plans ?? []).flatMap(stepsOf),
]
