/**
 * Loaded into a process of the product before its own code (`node --import`): watches its spans and follows the plan in the
 * directory of crash points, so that the product itself needs no code for being killed.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { onSqliteStatement } from '@nimbo/db/on-sqlite-statement.testing'
import { type SpanMoment, watchSpans } from '@nimbo/trace/span-moments'
import { type CrashPlan, crashFiles, crashPointsVariable, type SpanPlace } from './crash-plan.ts'

const directory = process.env[crashPointsVariable]
const lookEveryMs = 5
/** The span during whose work this process is to die. */
let underWay: { readonly spanId: string; outputsLeft: number; readonly die: () => void } | undefined

const readPlan = (at: string): CrashPlan | undefined => {
  try {
    return JSON.parse(readFileSync(at, 'utf8')) as CrashPlan
  } catch {
    return undefined
  }
}

/** Creates a file that must not exist; false when another span or process was first. */
const claim = (path: string, content = ''): boolean => {
  try {
    writeFileSync(path, content, { flag: 'wx' })
    return true
  } catch {
    return false
  }
}

const isAt = ({ name, service }: SpanMoment, place: SpanPlace): boolean =>
  name === place.name && (place.service === undefined || place.service === service)

const watch = (home: string): void => {
  const files = crashFiles(home)
  /** Spans at the end of the path that have started, for plans with the moment `after`. */
  const placed = new Map<string, CrashPlan>()

  const die = ({ id }: CrashPlan, { service }: SpanMoment): void => {
    if (claim(files.reached(id), JSON.stringify({ pid: process.pid, service })))
      process.kill(process.pid, 'SIGKILL')
  }
  const happen = (plan: CrashPlan, moment: SpanMoment): void => {
    const { id, act } = plan
    if (act === 'kill') die(plan, moment)
    else if (claim(files.reached(id), JSON.stringify({ pid: process.pid, service: moment.service })))
      moment.hold(act === 'fail' ? Promise.reject(new Error('a test made this fail')) : letGo(files.go(id)))
  }
  const dieIn = (plan: CrashPlan, moment: SpanMoment): void => {
    const { output = 1 } = plan
    underWay = { spanId: moment.spanId, outputsLeft: output, die: () => die(plan, moment) }
    if (output === 1) setImmediate(() => underWay?.die())
  }
  /** Whether a span is the first one at the end of the plan's path. */
  const arrives = ({ id, path }: CrashPlan, moment: SpanMoment): boolean => {
    const step = path.findIndex((_, index) => !existsSync(files.passed(id, index)))
    const place = path[step]
    if (place === undefined || !isAt(moment, place)) return false
    return claim(files.passed(id, step)) && step === path.length - 1
  }

  watchSpans(
    (moment) => {
      const plan = readPlan(files.plan)
      if (plan === undefined || plan.traceId !== moment.traceId || !arrives(plan, moment)) return
      if (plan.moment === 'before') happen(plan, moment)
      else if (plan.moment === 'in') dieIn(plan, moment)
      else placed.set(moment.spanId, plan)
    },
    (moment) => {
      // A span that ends within one turn of the event loop without a message or statement dies before its end is visible.
      if (underWay?.spanId === moment.spanId) underWay.die()
      const plan = placed.get(moment.spanId)
      placed.delete(moment.spanId)
      if (plan !== undefined) happen(plan, moment)
    },
  )
}

const letGo = async (path: string): Promise<void> => {
  while (!existsSync(path)) await pause(lookEveryMs)
}

/** Calls `then` whenever this process has written to a socket. */
const onSent = (then: () => void): void => {
  const { write } = Socket.prototype
  Socket.prototype.write = function (this: Socket, ...input: Parameters<Socket['write']>) {
    const taken = write.apply(this, input)
    then()
    return taken
  } as Socket['write']
}

const countOutput = (): void => {
  if (underWay === undefined) return
  underWay.outputsLeft -= 1
  if (underWay.outputsLeft === 0) underWay.die()
}

if (directory !== undefined) {
  watch(directory)
  onSqliteStatement(countOutput)
  onSent(countOutput)
}
