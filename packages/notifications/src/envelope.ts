import type { Json } from '@nimbo/kernel/json'
import type { NotificationMessage } from './message.ts'

/** The version of oslo.messaging's envelope, which has never changed. */
const version = '2.0'

/** Wraps the text of a message in the envelope of oslo.messaging. */
export const enveloped = (message: string): Json => ({ 'oslo.version': version, 'oslo.message': message })

const isObject = (value: unknown): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isMessage = (value: unknown): value is NotificationMessage =>
  isObject(value) &&
  ['message_id', 'publisher_id', 'event_type', 'priority'].every((key) => typeof value[key] === 'string')

/** Takes a notification out of its envelope, if it has one; undefined when the message is not a notification. */
export const opened = (received: Json): NotificationMessage | undefined => {
  const inside = isObject(received) ? received['oslo.message'] : undefined
  const message: unknown = typeof inside === 'string' ? parsed(inside) : received
  return isMessage(message) ? message : undefined
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
