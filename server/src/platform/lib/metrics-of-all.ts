import cluster, { type Worker } from 'node:cluster'
import { AggregatorRegistry, type MetricObject } from 'prom-client'
import { metrics } from './metrics.ts'

type Figures = MetricObject[]
/** A parent and its children may be of different releases: the names stay. */
type Message = { asks?: number; as?: string; answers?: number; figures?: Figures; whole?: number; text?: string }

const patienceMs = 1_000

/** A process may exit before it gets a message; that is no error of the sender. */
const ignoreFailure = () => {}

/** The parent's part: whichever child serves `/metrics`, the figures of all children are shown, each under its number. */
export function gatherMetrics(children: () => { number: number; worker: Worker }[]): void {
  let lastNumber = 0
  const waiting = new Map<number, (figures: Figures) => void>()

  const ask = (child: { number: number; worker: Worker }) =>
    new Promise<Figures | null>(resolve => {
      const question = ++lastNumber
      const settle = (figures: Figures | null) => {
        waiting.delete(question)
        clearTimeout(timer)
        resolve(figures)
      }
      const timer = setTimeout(() => settle(null), patienceMs)
      waiting.set(question, settle)
      if (child.worker.isConnected())
        child.worker.send({ asks: question, as: String(child.number) } satisfies Message, ignoreFailure)
      else settle(null)
    })

  const answer = async (child: Worker, whole: number) => {
    const all = (await Promise.all(children().map(ask))).filter(figures => figures !== null)
    const text = await AggregatorRegistry.aggregate(all).metrics()
    if (child.isConnected()) child.send({ whole, text } satisfies Message, ignoreFailure)
  }
  cluster.on('message', (child, message: Message) => {
    if (message.answers !== undefined) waiting.get(message.answers)?.(message.figures ?? [])
    // Where it fails, the child shows its own.
    if (message.whole !== undefined) answer(child, message.whole).catch(ignoreFailure)
  })
}

const say = (message: Message) => process.send?.(message, undefined, undefined, ignoreFailure)

/** The child's part. Alone, or if its parent does not answer, a process shows its own. */
export function metricsOfAll(): () => Promise<string> {
  if (!cluster.isWorker) return () => metrics.metrics()
  let lastNumber = 0
  const waiting = new Map<number, (text: string) => void>()
  const sendFigures = async (asks: number, as: string) => {
    metrics.setDefaultLabels({ process: as })
    say({ answers: asks, figures: await metrics.getMetricsAsJSON() })
  }
  process.on('message', (message: Message) => {
    if (message.asks !== undefined) void sendFigures(message.asks, message.as ?? '')
    if (message.whole !== undefined) waiting.get(message.whole)?.(message.text ?? '')
  })
  return () =>
    new Promise(resolve => {
      const number = ++lastNumber
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
