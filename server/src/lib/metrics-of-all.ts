import cluster, { type Worker } from 'node:cluster'
import { AggregatorRegistry, type MetricObject } from 'prom-client'
import { metrics } from './metrics.ts'

type Figures = MetricObject[]
type Message = { asks?: number; as?: string; tells?: number; figures?: Figures; whole?: number; text?: string }

const patienceMs = 1_000

/** The parent's part: whichever child is asked for metrics, the figures of all of them are shown, each under its number. */
export function gatherMetrics(children: () => { number: number; worker: Worker }[]): void {
  let asked = 0
  const waiting = new Map<number, (figures: Figures) => void>()

  const ask = (child: { number: number; worker: Worker }) =>
    new Promise<Figures | null>(resolve => {
      const question = ++asked
      const settle = (figures: Figures | null) => {
        waiting.delete(question)
        clearTimeout(timer)
        resolve(figures)
      }
      const timer = setTimeout(() => settle(null), patienceMs)
      waiting.set(question, settle)
      if (child.worker.isConnected()) child.worker.send({ asks: question, as: String(child.number) } satisfies Message)
      else settle(null)
    })

  const answer = async (child: Worker, whole: number) => {
    const all = (await Promise.all(children().map(ask))).filter(figures => figures !== null)
    const text = await AggregatorRegistry.aggregate(all).metrics()
    if (child.isConnected()) child.send({ whole, text } satisfies Message)
  }
  cluster.on('message', (child, message: Message) => {
    if (message.tells !== undefined) waiting.get(message.tells)?.(message.figures ?? [])
    if (message.whole !== undefined) void answer(child, message.whole)
  })
}

/** The child's part. Alone, a process shows its own. */
export function metricsOfAll(): () => Promise<string> {
  if (!cluster.isWorker) return () => metrics.metrics()
  let asked = 0
  const waiting = new Map<number, (text: string) => void>()
  const tell = async (tells: number, as: string) => {
    metrics.setDefaultLabels({ process: as })
    process.send?.({ tells, figures: (await metrics.getMetricsAsJSON()) as Figures } satisfies Message)
  }
  process.on('message', (message: Message) => {
    if (message.asks !== undefined) void tell(message.asks, message.as ?? '')
    if (message.whole !== undefined) waiting.get(message.whole)?.(message.text ?? '')
  })
  return () =>
    new Promise(resolve => {
      const number = ++asked
      waiting.set(number, text => {
        waiting.delete(number)
        resolve(text)
      })
      process.send?.({ whole: number } satisfies Message)
    })
}
