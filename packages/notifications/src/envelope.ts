import type { Json } from '@nimbo/kernel/json'
import type { NotificationMessage } from './message.ts'

/** The envelope's version, which has been this one since it exists. */
const version = '2.0'

/** Puts the text of a message into the envelope of oslo.messaging. */
export const enveloped = (message: string): Json => ({ 'oslo.version': version, 'oslo.message': message })

const isObject = (value: unknown): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isMessage = (value: unknown): value is NotificationMessage =>
  isObject(value) &&
  ['message_id', 'publisher_id', 'event_type', 'priority'].every((key) => typeof value[key] === 'string')

/** A notification out of its envelope, or as it came without one; undefined for what is none. */
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
