import assert from 'node:assert/strict'
import type { Bus } from '@nimbo/bus/bus'
import { services } from '@nimbo/cloud/services'
import { subscribeToNotifications } from '@nimbo/notifications/subscribe-to-notifications'
import type { NotificationMessage } from '@nimbo/notifications/message'
import { eventTypesOf, formatOf, schemaOf } from '@nimbo/notifications/notification'
import type { NotificationConfig } from '@nimbo/notifications/notification-options'
import type { TSchema } from 'typebox'
import Value from 'typebox/value'
import type { CloudUnderTest } from './cloud-under-test.ts'
import { declaredNotifications } from './declared-notifications.ts'

/** The exchanges of all services. */
const exchanges = services.map(({ name }) => name)
const topics = ['notifications', 'versioned_notifications']

/** The notifications received from a cloud, without duplicates. */
export interface ReceivedNotifications extends AsyncDisposable {
  readonly messages: readonly NotificationMessage[]
  /** Event types in order of arrival; with an id, only those whose payload contains it. */
  events(about?: string): readonly string[]
  /** The last notification of an event type. Fails when there is none. */
  last(eventType: string): NotificationMessage
  /** Fails if a received notification is not declared, or does not match its declaration. */
  assertDeclared(): Promise<void>
}

const versionedSuffix = (message: NotificationMessage): 'versioned' | 'unversioned' =>
  JSON.stringify(message.payload).includes('"nova_object.name"') ? 'versioned' : 'unversioned'

const schemas = async (): Promise<ReadonlyMap<string, TSchema>> => {
  const all = [...(await declaredNotifications()).values()].flat()
  return new Map(
    all.flatMap((one) =>
      eventTypesOf(one).map((type) => [`${formatOf(one)} ${type}`, schemaOf(one)] as const),
    ),
  )
}

/** Listens to all notifications on a bus, in a pool of its own so that other listeners still get theirs. */
export const receiveAll = async (bus: Bus): Promise<ReceivedNotifications> => {
  const heard = new Map<string, NotificationMessage>()
  const pool = `story-${crypto.randomUUID()}`
  const subscription = await subscribeToNotifications(bus, { exchanges, topics, pool }, async (message) => {
    if (!heard.has(message.message_id)) heard.set(message.message_id, message)
  })
  const messages = () => [...heard.values()]
  return {
    get messages() {
      return messages()
    },
    events: (about) =>
      messages()
        .filter(({ payload }) => about === undefined || JSON.stringify(payload).includes(about))
        .map(({ event_type }) => event_type),
    last: (eventType) =>
      messages().findLast(({ event_type }) => event_type === eventType) ??
      assert.fail(`no ${eventType} was received, only ${messages().map(({ event_type }) => event_type)}`),
    assertDeclared: async () => {
      const declared = await schemas()
      for (const message of messages()) {
        const name = `${versionedSuffix(message)} ${message.event_type}`
        const schema = declared.get(name)
        assert.ok(schema, `${name} is not declared`)
        const problems = [...Value.Errors(schema, message.payload)].map((problem) => ({
          ...{ path: problem.instancePath, message: problem.message },
        }))
        assert.deepEqual(problems, [], `${name}: ${JSON.stringify(message.payload)}`)
      }
    },
    [Symbol.asyncDispose]: () => subscription.close(),
  }
}

/** Options that make a cloud send notifications in these formats. */
export const notificationSettings = (format: 'unversioned' | 'versioned' | 'both' = 'unversioned') => ({
  OS_OSLO_MESSAGING_NOTIFICATIONS__DRIVER: 'messagingv2',
  OS_NOTIFICATIONS__NOTIFICATION_FORMAT: format,
})

/** Listens to the notifications of a cloud that was started with {@link notificationSettings}, from now on. */
export const notificationsOf = async (cloud: Pick<CloudUnderTest, 'bus'>): Promise<ReceivedNotifications> =>
  receiveAll(await cloud.bus())

/** Enables notifications in the configuration of a service. */
export const telling = <Settings extends NotificationConfig>(config: Settings): Settings => ({
  ...config,
  oslo_messaging_notifications: { ...config.oslo_messaging_notifications, driver: ['messagingv2'] },
})
