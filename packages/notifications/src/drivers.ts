import type { Bus } from '@nimbo/bus/bus'
import { ConfigError } from '@nimbo/config/config-error'
import type { Log } from '@nimbo/kernel/log'
import { enveloped } from './envelope.ts'
import type { Format } from './notification.ts'
import type { NotificationConfig } from './notification-options.ts'
import type { Waiting } from './outbox.ts'

const driverNames = ['messaging', 'messagingv2', 'log', 'noop'] as const
type DriverName = (typeof driverNames)[number]

/** The dependencies of notification drivers. */
export interface DriverDeps {
  readonly bus: Bus
  readonly log: Log
  readonly exchange: string
  readonly topics: Readonly<Record<Format, readonly string[]>>
}

type Send = (notification: Waiting) => Promise<void>

/** Publishes to each topic of the message's format, with the priority appended. */
const byMessages =
  ({ bus, exchange, topics }: DriverDeps, wrap: (message: string) => ReturnType<typeof enveloped>): Send =>
  async ({ format, priority, message }) => {
    for (const topic of topics[format])
      await bus.notify({ exchange, topic: `${topic}.${priority}` }, wrap(message))
  }

const byLog =
  ({ log }: DriverDeps): Send =>
  async ({ message }) => {
    const notification = JSON.parse(message)
    log.info({ notification }, `oslo.messaging.notification.${notification.event_type}`)
  }

const driver = (name: DriverName, deps: DriverDeps): readonly Send[] => {
  switch (name) {
    case 'messaging':
      return [byMessages(deps, JSON.parse)]
    case 'messagingv2':
      return [byMessages(deps, enveloped)]
    case 'log':
      return [byLog(deps)]
    case 'noop':
      return []
  }
}

/** The drivers an operator has configured. Throws `ConfigError` for an unknown one. */
export const driversOf = ({
  oslo_messaging_notifications: options,
}: NotificationConfig): readonly DriverName[] =>
  options.driver
    .filter((name) => name !== '')
    .map((name) => {
      const known = driverNames.find((driver) => driver === name)
      if (known !== undefined) return known
      throw new ConfigError([
        `[oslo_messaging_notifications] driver = ${name}: there is no such driver; there are ${driverNames.join(', ')}`,
      ])
    })

/** Whether any driver other than `noop` is configured. */
export const hasDriver = (names: readonly DriverName[]): boolean => names.some((name) => name !== 'noop')

/** Sends a notification by each driver in turn. */
export const sendBy = (names: readonly DriverName[], deps: DriverDeps): Send => {
  const sends = [...new Set(names)].flatMap((name) => driver(name, deps))
  return async (notification) => {
    for (const send of sends) await send(notification)
  }
}
