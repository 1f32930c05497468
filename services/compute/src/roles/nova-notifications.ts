import type { Format, Priority } from '@nimbo/notifications/notification'
import { type Notifications, openNotifications } from '@nimbo/notifications/open-notifications'
import type { ServiceHost } from '@nimbo/service/service-host'
import { hostOf, type NovaConfig } from '../config.ts'
import { serverNotices } from '../db/servers/server-notices.ts'

type Host = Pick<ServiceHost, 'bus' | 'clock' | 'log' | 'openBus'>

const formatsOf = {
  unversioned: ['unversioned'],
  versioned: ['versioned'],
  both: ['versioned', 'unversioned'],
} as const satisfies Record<string, readonly Format[]>

const levels = {
  DEBUG: 'debug',
  INFO: 'info',
  WARN: 'warn',
  ERROR: 'error',
  CRITICAL: 'critical',
} as const satisfies Record<string, Priority>

/** The notifier of a Nova role, configured by `[notifications]`. */
export const novaNotifications = async (host: Host, config: NovaConfig): Promise<Notifications> => {
  const { notification_format, versioned_notifications_topics, default_level } = config.notifications
  return openNotifications(host, {
    config,
    host: hostOf(config),
    formats: formatsOf[notification_format],
    versionedTopics: versioned_notifications_topics,
    usualPriority: levels[default_level],
  })
}

/** Notifications about servers, configured by `[notifications]`. */
export const serverNoticesOf = (
  { clock }: Pick<Host, 'clock'>,
  { notifier }: Pick<Notifications, 'notifier'>,
  { notifications: options }: Pick<NovaConfig, 'notifications'>,
) =>
  serverNotices({
    ...{ notifier, clock },
    blockDevices: options.bdms_in_notifications,
    shares: options.include_share_mapping,
    stateChanges: options.notify_on_state_change,
  })
