import cluster, { type Worker } from 'node:cluster'
import { AggregatorRegistry, type MetricObject } from 'prom-client'
import { metrics } from './metrics.ts'

type Figures = MetricObject[]
type Message = { asks?: number; as?: string; tells?: number; figures?: Figures; whole?: number; text?: string }

const patienceMs = 1_000

/** A process that ends is no failure of who has something to say to it. */
const unheard = () => {}

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
      if (child.worker.isConnected())
        child.worker.send({ asks: question, as: String(child.number) } satisfies Message, unheard)
      else settle(null)
    })

  const answer = async (child: Worker, whole: number) => {
    const all = (await Promise.all(children().map(ask))).filter(figures => figures !== null)
    const text = await AggregatorRegistry.aggregate(all).metrics()
    if (child.isConnected()) child.send({ whole, text } satisfies Message, unheard)
  }
  cluster.on('message', (child, message: Message) => {
    if (message.tells !== undefined) waiting.get(message.tells)?.(message.figures ?? [])
    // Where it fails, the child shows its own.
    if (message.whole !== undefined) answer(child, message.whole).catch(unheard)
  })
}

const say = (message: Message) => process.send?.(message, undefined, undefined, unheard)

/** The child's part. Alone, or if its parent does not answer, a process shows its own. */
export function metricsOfAll(): () => Promise<string> {
  if (!cluster.isWorker) return () => metrics.metrics()
  let asked = 0
  const waiting = new Map<number, (text: string) => void>()
  const tell = async (tells: number, as: string) => {
    metrics.setDefaultLabels({ process: as })
    say({ tells, figures: await metrics.getMetricsAsJSON() })
  }
  process.on('message', (message: Message) => {
    if (message.asks !== undefined) void tell(message.asks, message.as ?? '')
    if (message.whole !== undefined) waiting.get(message.whole)?.(message.text ?? '')
  })
  return () =>
    new Promise(resolve => {
      const number = ++asked
      const settle = (text: string | Promise<string>) => {
        waiting.delete(number)
        clearTimeout(timer)
        resolve(text)
      }
      const timer = setTimeout(() => settle(metrics.metrics()), 2 * patienceMs)
      waiting.set(number, settle)
      say({ whole: number })
    })
}
