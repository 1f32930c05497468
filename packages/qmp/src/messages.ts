import type { Json, JsonObject } from '@nimbo/kernel/json'
import { QmpError } from './errors.ts'
import { NotUnderstood, read } from './reading.ts'

/** An asynchronous event of QEMU. */
export interface QmpEvent {
  /** `SHUTDOWN`, `STOP`, `DEVICE_DELETED`, … */
  readonly event: string
  readonly data: JsonObject
  /** Milliseconds since the epoch. */
  readonly at: number
}

export type Message =
  | { readonly kind: 'greeting'; readonly version: readonly [number, number, number] }
  | { readonly kind: 'result'; readonly id: number; readonly value: Json }
  | { readonly kind: 'refusal'; readonly id: number | undefined; readonly error: QmpError }
  | { readonly kind: 'event'; readonly event: QmpEvent }

const greeting = (value: Json | undefined): Message => {
  const qemu = read.object(read.object(read.object(value, 'QMP').version, 'version').qemu, 'qemu')
  const part = (name: string) => read.number(qemu[name], name)
  return { kind: 'greeting', version: [part('major'), part('minor'), part('micro')] }
}

const happened = (message: JsonObject): Message => {
  const { seconds, microseconds } = read.object(message.timestamp, 'timestamp')
  return {
    kind: 'event',
    event: {
      event: read.text(message.event, 'event'),
      data: message.data === undefined ? {} : read.object(message.data, 'data'),
      at:
        read.number(seconds, 'seconds') * 1_000 +
        Math.floor(read.number(microseconds, 'microseconds') / 1_000),
    },
  }
}

/** Parses a message of QEMU. Throws {@link NotUnderstood}. */
export const messageOf = (line: string): Message => {
  let parsed: Json
  try {
    parsed = JSON.parse(line)
  } catch (error) {
    throw new NotUnderstood(`no JSON: ${line.slice(0, 100)}`, { cause: error })
  }
  const message = read.object(parsed, 'a message')
  if (message.QMP !== undefined) return greeting(message.QMP)
  if (message.event !== undefined) return happened(message)
  if (message.return !== undefined)
    return { kind: 'result', id: read.number(message.id, 'id'), value: message.return }
  if (message.error !== undefined) {
    const error = read.object(message.error, 'error')
    const said = new QmpError(read.text(error.class, 'class'), read.text(error.desc, 'desc'))
    // QEMU's reply to something it cannot parse has no id.
    return {
      kind: 'refusal',
      id: message.id === undefined ? undefined : read.number(message.id, 'id'),
      error: said,
    }
  }
  throw new NotUnderstood(`a message of no known kind: ${line.slice(0, 100)}`)
}

/** A longer line cannot be from QEMU. */
const longestLine = 16 * 1024 * 1024

/** Splits chunks into lines; a chunk may end within a multi-byte character. */
export const lineAssembler = () => {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let begun = ''
  return (piece: Uint8Array): readonly string[] => {
    begun += decoder.decode(piece, { stream: true })
    const lines = begun.split('\n')
    begun = lines.pop() ?? ''
    if (begun.length > longestLine) throw new NotUnderstood('a line without an end')
    return lines.map((line) => line.trimEnd()).filter((line) => line !== '')
  }
}
