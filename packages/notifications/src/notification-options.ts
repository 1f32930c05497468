import { type Config, defineOptions } from '@nimbo/config/option-group'
import { list, multiple, string } from '@nimbo/config/option-types'

const messagingOptions = defineOptions('oslo_messaging_notifications', {
  driver: multiple({
    default: [],
    help: 'How notifications are sent: messaging, messagingv2 (with an envelope), log, noop. None, and nothing is told.',
  }),
  transport_url: string({
    help: 'The broker for notifications; that of all messages unless set.',
    secret: true,
  }),
  topics: list({
    default: ['notifications'],
    help: 'Topics that notifications go to, each followed by the priority: notifications.info.',
  }),
})

/** The notification options of every service; the default exchange is the service's name. */
export const notificationOptions = (exchange: string) =>
  [
    messagingOptions,
    defineOptions('DEFAULT', {
      control_exchange: string({
        default: exchange,
        help: 'The exchange of the broker that notifications are published on.',
      }),
    }),
  ] as const

export type NotificationConfig = Config<ReturnType<typeof notificationOptions>[number]>
