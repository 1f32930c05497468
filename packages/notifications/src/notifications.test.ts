import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Bus } from '@nimbo/bus/bus'
import { memoryBus } from '@nimbo/bus/memory'
import { allOrNone } from '@nimbo/db/all-or-none'
import { type DatabaseKind, eachDatabase, withDatabase } from '@nimbo/db/each-database.testing'
import { type ManualClock, manualClock } from '@nimbo/durable/manual-clock'
import type { Clock } from '@nimbo/kernel/clock'
import { type Context, internalContext } from '@nimbo/kernel/context'
import type { Json } from '@nimbo/kernel/json'
import { silentLog } from '@nimbo/kernel/log'
import type { Kysely } from 'kysely'
import { Type } from 'typebox'
import { opened } from './envelope.ts'
import { subscribeToNotifications } from './subscribe-to-notifications.ts'
import type { NotificationMessage } from './message.ts'
import { notification, versionedPayload } from './notification.ts'
import type { NotificationConfig } from './notification-options.ts'
import { type Notifications, type NotificationsOptions, openNotifications } from './open-notifications.ts'
import { outboxMigration } from './outbox-migration.ts'
import type { OutboxTables } from './outbox-tables.ts'

interface Tables extends OutboxTables {
  fruits: { id: string }
}

const migrations = {
  '0001-fruits': (db: Kysely<unknown>) =>
    db.schema
      .createTable('fruits')
      .addColumn('id', 'text', (id) => id.primaryKey())
      .execute(),
  '0002-notifications': outboxMigration,
}

const FruitPayload = Type.Object({ id: Type.String(), size: Type.Number() })
const fruitCreate = notification('fruit.create', {
  publisher: 'orchard',
  phases: ['start', 'end', 'error'],
  payload: FruitPayload,
})
const fruitEaten = notification('fruit.eat', {
  publisher: 'orchard-api',
  payload: versionedPayload('FruitPayload', '1.2', { id: Type.String() }),
})

const configOf = (...driver: string[]): NotificationConfig => ({
  DEFAULT: { control_exchange: 'orchard' },
  oslo_messaging_notifications: { driver, topics: ['notifications'], transport_url: undefined },
})

/** A clock whose timers keep the process alive, as a service's socket would. */
const liveClock: Clock = {
  now: () => Date.now(),
  after: (ms, callback) => {
    const timer = setTimeout(callback, ms)
    return () => clearTimeout(timer)
  },
}

/** A cloud of one service: its database, its processes, and the notifications a listener receives. */
interface Orchard {
  readonly db: Kysely<Tables>
  readonly clock: ManualClock
  readonly bus: Bus
  readonly heard: readonly NotificationMessage[]
  readonly logged: readonly string[]
  /** Creates another process, which has not started to send yet. */
  process(
    options?: Partial<NotificationsOptions> & { readonly bus?: Bus; readonly clock?: Clock },
  ): Promise<Notifications>
  waiting(): Promise<number>
}

const ctx: Context = { ...internalContext(), userId: 'u', projectId: 'p', token: 'secret' }

const inOrchard = async (kind: DatabaseKind, run: (orchard: Orchard) => Promise<void>): Promise<void> =>
  withDatabase<Tables>(kind, migrations, async (db) => {
    const clock = manualClock()
    const bus = memoryBus()
    const heard: NotificationMessage[] = []
    const logged: string[] = []
    const log = { ...silentLog, info: (_: object, message: string) => void logged.push(message) }
    const processes: Notifications[] = []
    const hearing = { exchanges: ['orchard'], topics: ['notifications', 'versioned_notifications'] }
    await subscribeToNotifications(bus, hearing, async (message) => void heard.push(message))
    await run({
      ...{ db, clock, bus, heard, logged },
      process: async ({ bus: own = bus, clock: time = clock, ...options } = {}) => {
        const one = await openNotifications(
          { bus: own, clock: time, log, openBus: async () => own },
          { config: configOf('messagingv2'), host: 'host-1', ...options },
        )
        one.sendFrom(db)
        processes.push(one)
        return one
      },
      waiting: async () => (await db.selectFrom('notifications').select('position').execute()).length,
    })
    for (const one of processes) {
      const stopped = one.stop()
      clock.advance(5_000)
      await stopped
    }
    await bus.close()
  })

const grow = ({ notifier }: Notifications, db: Kysely<Tables>, id: string): Promise<void> =>
  allOrNone(db, async (trx) => {
    await trx.insertInto('fruits').values({ id }).execute()
    for (const phase of ['start', 'end'] as const)
      await notifier.tell(trx, ctx, fruitCreate, { phase, resource: id, payload: () => ({ id, size: 1 }) })
  })

const eventsOf = (heard: readonly NotificationMessage[]): readonly string[] =>
  heard.map(({ event_type, payload }) => `${event_type} ${String((payload as { id: string }).id)}`)

/** A bus whose broker is unavailable until it is restored. */
const failing = (bus: Bus) => {
  let away = true
  const sent: Json[] = []
  const faulty: Bus = Object.assign(Object.create(bus), {
    notify: async (target: Parameters<Bus['notify']>[0], message: Json) => {
      if (away) throw new Error('the broker is away')
      sent.push(message)
      return bus.notify(target, message)
    },
  })
  return {
    bus: faulty,
    sent,
    back: () => {
      away = false
    },
  }
}

eachDatabase((kind) => {
  describe('a notification', () => {
    it('is sent after the commit, in order for each resource, and never after a rollback', () =>
      inOrchard(kind, async ({ db, heard, process, waiting }) => {
        const here = await process()
        here.start()
        await grow(here, db, 'apple')
        await grow(here, db, 'pear')
        await assert.rejects(grow(here, db, 'apple'))
        await here.idle()
        assert.deepEqual(
          eventsOf(heard).filter((event) => event.endsWith('apple')),
          ['fruit.create.start apple', 'fruit.create.end apple'],
        )
        assert.equal(heard.length, 4)
        assert.equal(await waiting(), 0)
      }))

    it('carries its publisher and the user, project and request id, but never the token', () =>
      inOrchard(kind, async ({ db, heard, process }) => {
        const here = await process()
        here.start()
        await grow(here, db, 'apple')
        await here.idle()
        const [message] = heard
        assert.equal(message?.publisher_id, 'orchard.host-1')
        assert.equal(message.priority, 'INFO')
        assert.equal(message.timestamp, '2026-01-01 00:00:00.000000')
        assert.equal(message._context_user_id, 'u')
        assert.equal(message._context_project_id, 'p')
        assert.equal(message._context_request_id, ctx.requestId)
        assert.ok(!JSON.stringify(heard).includes('secret'))
      }))

    it('needs neither a transaction nor a payload if no driver sends it', () =>
      inOrchard(kind, async ({ db, process, waiting }) => {
        for (const driver of [[], ['noop'], ['']]) {
          const { notifier } = await process({ config: configOf(...driver) })
          await notifier.together(db, async (same) => {
            assert.equal(same, db, 'no transaction is needed')
            await notifier.tell(same, ctx, fruitCreate, {
              phase: 'start',
              resource: 'apple',
              payload: () => assert.fail('the payload was requested'),
            })
          })
        }
        assert.equal(await waiting(), 0)
      }))

    it('has the priority ERROR in its error phase, and is not sent if it is silenced', () =>
      inOrchard(kind, async ({ db, heard, process }) => {
        const here = await process({ silences: (event) => event === 'fruit.create.start' })
        here.start()
        for (const phase of ['start', 'error'] as const)
          await here.notifier.tell(db, ctx, fruitCreate, {
            ...{ phase, resource: 'apple' },
            payload: () => ({ id: 'apple', size: 1 }),
          })
        await here.idle()
        assert.deepEqual(
          heard.map(({ event_type, priority }) => [event_type, priority]),
          [['fruit.create.error', 'ERROR']],
        )
      }))

    it('is sent in the configured formats only', () =>
      inOrchard(kind, async ({ db, heard, process }) => {
        const here = await process({
          formats: ['versioned'],
          versionedTopics: ['versioned_notifications'],
        })
        here.start()
        await grow(here, db, 'apple')
        await here.notifier.tell(db, ctx, fruitEaten, { resource: 'apple', payload: () => ({ id: 'apple' }) })
        await here.idle()
        assert.deepEqual(
          heard.map(({ publisher_id, event_type, payload }) => [publisher_id, event_type, payload]),
          [
            [
              'orchard-api:host-1',
              'fruit.eat',
              {
                'nova_object.name': 'FruitPayload',
                'nova_object.namespace': 'nova',
                'nova_object.version': '1.2',
                'nova_object.data': { id: 'apple' },
              },
            ],
          ],
        )
      }))
  })

  describe('a notification in the outbox', () => {
    it('is sent by another process if the first was killed between commit and sending', () =>
      inOrchard(kind, async ({ db, heard, process, waiting }) => {
        await grow(await process(), db, 'apple')
        assert.equal(await waiting(), 2)
        const next = await process()
        next.start()
        await next.idle()
        assert.deepEqual(eventsOf(heard), ['fruit.create.start apple', 'fruit.create.end apple'])
      }))

    it('is sent again with the same id if the process was killed before it removed it', () =>
      inOrchard(kind, async ({ db, bus, clock, heard, process, waiting }) => {
        const killed = Promise.withResolvers<void>()
        const last: Bus = Object.assign(Object.create(bus), {
          notify: async (target: Parameters<Bus['notify']>[0], message: Json) => {
            await bus.notify(target, message)
            killed.resolve()
            return new Promise<void>(() => {})
          },
        })
        let dead = false
        const mortal: Clock = {
          now: clock.now,
          after: (ms, callback) => clock.after(ms, () => (dead ? undefined : callback())),
        }
        const here = await process({ bus: last, clock: mortal })
        here.start()
        await grow(here, db, 'apple')
        clock.advance(100)
        await killed.promise
        dead = true
        assert.equal(await waiting(), 2)

        clock.advance(31_000)
        const next = await process()
        next.start()
        await next.idle()
        await bus.idle()
        assert.deepEqual(eventsOf(heard), [
          'fruit.create.start apple',
          'fruit.create.start apple',
          'fruit.create.end apple',
        ])
        assert.equal(heard[0]?.message_id, heard[1]?.message_id)
        assert.equal(heard[0]?._unique_id, heard[1]?._unique_id)
        assert.equal(await waiting(), 0)
        dead = false
      }))

    it('is sent once if the broker takes it only after longer than a lease lasts', () =>
      inOrchard(kind, async ({ db, bus, clock, heard, process, waiting }) => {
        const [begun, accepted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
        const slow: Bus = Object.assign(Object.create(bus), {
          notify: async (target: Parameters<Bus['notify']>[0], message: Json) => {
            begun.resolve()
            await accepted.promise
            return bus.notify(target, message)
          },
        })
        const [here, next] = [await process({ bus: slow }), await process()]
        here.start()
        await grow(here, db, 'apple')
        clock.advance(100)
        await begun.promise
        next.start()
        const leasedUntil = async () =>
          (await db.selectFrom('notification_leases').select('expires_at').executeTakeFirst())?.expires_at
        for (let time = 0; time < 4; time += 1) {
          const before = await leasedUntil()
          clock.advance(10_000)
          for (let look = 0; (await leasedUntil()) === before; look += 1)
            assert.ok(look < 1_000, 'the lease is not renewed')
        }
        accepted.resolve()
        await here.idle()
        clock.advance(100)
        await next.idle()
        await bus.idle()
        assert.deepEqual(eventsOf(heard), ['fruit.create.start apple', 'fruit.create.end apple'])
        assert.deepEqual([await waiting(), await leasedUntil()], [0, undefined])
      }))

    it('waits, in order, while the broker is unavailable', () =>
      inOrchard(kind, async ({ db, bus, clock, heard, process, waiting }) => {
        const line = failing(bus)
        const here = await process({ bus: line.bus })
        here.start()
        await grow(here, db, 'apple')
        await here.idle()
        assert.deepEqual([heard.length, await waiting()], [0, 2])
        line.back()
        clock.advance(5_000)
        await here.idle()
        await bus.idle()
        assert.deepEqual(eventsOf(heard), ['fruit.create.start apple', 'fruit.create.end apple'])
      }))

    it('is sent once, however many processes share the outbox', () =>
      inOrchard(kind, async ({ db, bus, heard, process, waiting }) => {
        const fleet = await Promise.all(Array.from({ length: 4 }, () => process({ clock: liveClock })))
        for (const one of fleet) one.start()
        const names = Array.from({ length: 40 }, (_, index) => `fruit-${index}`)
        await Promise.all(names.map((name, index) => grow(fleet[index % 4] ?? assert.fail(), db, name)))
        await Promise.all(fleet.map((one) => one.idle()))
        await bus.idle()
        assert.equal(await waiting(), 0)
        assert.equal(heard.length, 80)
        assert.equal(new Set(heard.map(({ message_id }) => message_id)).size, 80)
        for (const name of names)
          assert.deepEqual(
            eventsOf(heard).filter((event) => event.endsWith(` ${name}`)),
            [`fruit.create.start ${name}`, `fruit.create.end ${name}`],
          )
      }))

    it('is stored once if it is told repeatedly with the same message id', () =>
      inOrchard(kind, async ({ db, process, waiting }) => {
        const { notifier } = await process()
        for (let time = 0; time < 2; time += 1)
          await notifier.tell(db, ctx, fruitCreate, {
            ...{ phase: 'end', resource: 'apple', messageId: 'a stable one' },
            payload: () => ({ id: 'apple', size: 1 }),
          })
        assert.equal(await waiting(), 1)
      }))
  })
})

describe('the drivers', () => {
  const inMemory: DatabaseKind = {
    name: 'SQLite',
    empty: async () => ({ url: 'sqlite::memory:', remove: async () => {} }),
  }

  const sentBy = async (
    ...drivers: string[]
  ): Promise<{ sent: readonly Json[]; logged: readonly string[] }> => {
    const result = { sent: [] as Json[], logged: [] as string[] }
    await inOrchard(inMemory, async ({ db, bus, logged, process }) => {
      const line = failing(bus)
      line.back()
      const here = await process({ bus: line.bus, config: configOf(...drivers) })
      here.start()
      await grow(here, db, 'apple')
      await here.idle()
      result.sent.push(...line.sent)
      result.logged.push(...logged)
    })
    return result
  }

  it('send messages plain (messaging) or in an envelope (messagingv2)', async () => {
    const [plain] = (await sentBy('messaging')).sent
    assert.equal((plain as { event_type: string }).event_type, 'fruit.create.start')
    const [wrapped] = (await sentBy('messagingv2')).sent
    assert.deepEqual(Object.keys(wrapped as object), ['oslo.version', 'oslo.message'])
    assert.equal((wrapped as { 'oslo.version': string })['oslo.version'], '2.0')
    assert.equal(opened(wrapped ?? null)?.event_type, 'fruit.create.start')
    assert.deepEqual(opened(plain ?? null)?.payload, opened(wrapped ?? null)?.payload)
  })

  it('write to the log, beside other drivers that send', async () => {
    const { sent, logged } = await sentBy('log', 'messaging', 'noop')
    assert.equal(sent.length, 2)
    assert.deepEqual(logged, [
      'oslo.messaging.notification.fruit.create.start',
      'oslo.messaging.notification.fruit.create.end',
    ])
  })

  it('are refused if their name is unknown', () =>
    assert.rejects(sentBy('pigeon'), /driver = pigeon: there is no such driver/))

  it('ignore messages that are no notifications', () => {
    for (const other of [
      null,
      'text',
      7,
      [],
      { 'oslo.message': '{' },
      { 'oslo.message': '[]' },
      { event_type: 1 },
    ])
      assert.equal(opened(other as Json), undefined)
  })
})
