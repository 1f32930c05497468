import { type Config, defineOptions } from '@nimbo/config/option-group'
import { list, multiple, string } from '@nimbo/config/option-types'

const messagingOptions = defineOptions('oslo_messaging_notifications', {
  driver: multiple({
    default: [],
    help: 'Drivers that send notifications: messaging, messagingv2 (with an envelope), log, noop. Without any, no notifications are sent.',
  }),
  transport_url: string({
    help: 'Message broker for notifications; [DEFAULT] transport_url if unset.',
    secret: true,
  }),
  topics: list({
    default: ['notifications'],
    help: 'Topics of notifications, to each of which the priority is appended: notifications.info.',
  }),
})

/** The notification options of every service; the default exchange is the service's name. */
export const notificationOptions = (exchange: string) =>
  [
    messagingOptions,
    defineOptions('DEFAULT', {
      control_exchange: string({
        default: exchange,
        help: 'Exchange of the message broker on which notifications are published.',
      }),
    }),
  ] as const

export type NotificationConfig = Config<ReturnType<typeof notificationOptions>[number]>
