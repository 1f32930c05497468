import type { Clock } from '@nimbo/kernel/clock'
import { driversOf, hasDriver } from './drivers.ts'
import type { NotificationConfig } from './notification-options.ts'
import { type Notifier, notifier, silentNotifier } from './notifier.ts'

interface Writing {
  readonly clock: Clock
  readonly config: NotificationConfig
  readonly host: string
}

/**
 * A notifier for commands: it writes unversioned notifications into outboxes, which the relays of running services send soon
 * after.
 */
export const writingNotifier = ({ clock, config, host }: Writing): Notifier =>
  hasDriver(driversOf(config))
    ? notifier({
        ...{ clock, host, formats: ['unversioned'], usualPriority: 'info' },
        silences: () => false,
        written: () => {},
      })
    : silentNotifier
