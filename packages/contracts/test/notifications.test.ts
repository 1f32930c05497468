import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { type AnyNotification, eventTypesOf, formatOf, schemaOf } from '@nimbo/notifications/notification'
import { declaredNotifications } from '@nimbo/testkit/declared-notifications'
import type { TSchema } from 'typebox'
import { untold } from './unsent-notifications.ts'

/** One event type as OpenStack tells it. */
interface Row {
  readonly service: string
  readonly format: string
  readonly eventType: string
  /** `compute.<host>`, or the name alone. */
  readonly publisher: string
  readonly payload: string
}

const rows: readonly Row[] = readFileSync(join(import.meta.dirname, 'notifications.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [service = '', format = '', eventType = '', publisher = '', , payload = ''] = line.split('\t')
    return { service, format, eventType, publisher, payload }
  })

/** Instances are told of with these, which the table spells out only once. */
const instanceFields =
  rows.find(({ eventType }) => eventType === 'compute.instance.create.end')?.payload ?? ''

/** The top fields a row names; none where it says them in words. */
const fieldsOf = ({ payload }: Row): readonly string[] => {
  const spelled = payload
    .replace(/^instance fields/, instanceFields)
    .replace(/^\w+Payload: /, '')
    .replace(/^(\w+): .*$/, '$1')
    .replace(/^request body \+ (.*)$/, '$1')
    .replace(/\(.*?\)/g, '')
    .replaceAll(' + ', ',')
  return spelled
    .split(',')
    .map((field) => field.trim())
    .filter((field) => /^\w+$/.test(field))
}

const propertiesOf = (schema: TSchema): readonly string[] =>
  'properties' in schema && typeof schema.properties === 'object' && schema.properties !== null
    ? Object.keys(schema.properties)
    : []

/** The fields of a declared payload; of a versioned one those of its data. */
const declaredFields = (notification: AnyNotification): readonly string[] =>
  'fields' in notification.payload
    ? Object.keys(notification.payload.fields as object)
    : propertiesOf(schemaOf(notification))

const payloadName = ({ payload }: AnyNotification): string | undefined =>
  'fields' in payload ? String(payload.name) : undefined

/** Network tells of all kinds of resource alike; the table has the best known of them. */
const ofAnyKind = /^[a-z_]+\.(create|update|delete)\.(start|end)$/

describe('what the cloud tells of', () => {
  it('is told under the names, by the publishers and with the fields of OpenStack', async () => {
    for (const [service, notifications] of await declaredNotifications())
      for (const notification of notifications)
        for (const eventType of eventTypesOf(notification)) {
          const format = service === 'identity' ? 'cadf' : formatOf(notification)
          const row = rows.find(
            (one) => one.service === service && one.format === format && one.eventType === eventType,
          )
          if (!row && service === 'network' && ofAnyKind.test(eventType)) {
            assert.equal(notification.publisher, 'network', eventType)
            continue
          }
          assert.ok(row, `${format} ${eventType} of ${service} is none of OpenStack's`)
          assert.equal(notification.publisher, row.publisher.replace('.<host>', ''), eventType)
          const name = /^(\w+Payload): /.exec(row.payload)?.[1]
          assert.equal(payloadName(notification), name, eventType)
          const missing = fieldsOf(row).filter((field) => !declaredFields(notification).includes(field))
          assert.deepEqual(missing, [], `${eventType} lacks fields`)
        }
  })

  it('is all that OpenStack tells, but for what is said not to be', async () => {
    const toldOf = [...(await declaredNotifications())].flatMap(([service, notifications]) =>
      notifications.flatMap((one) =>
        eventTypesOf(one).map(
          (type) => `${service} ${service === 'identity' ? 'cadf' : formatOf(one)} ${type}`,
        ),
      ),
    )
    const [told, notTold] = [
      new Set(toldOf),
      untold.flatMap(({ service, format, events }) => events.map((type) => `${service} ${format} ${type}`)),
    ]
    const all = rows.map(({ service, format, eventType }) => `${service} ${format} ${eventType}`)
    assert.deepEqual(
      all.filter((row) => !told.has(row) && !notTold.includes(row)),
      [],
      'neither declared nor in untold-notifications.ts',
    )
    assert.deepEqual(
      notTold.filter((row) => told.has(row) || !all.includes(row)),
      [],
      'in untold-notifications.ts, but told, or none of OpenStack’s',
    )
  })

  it('is declared once', async () => {
    for (const [service, notifications] of await declaredNotifications()) {
      const names = notifications.flatMap((one) =>
        eventTypesOf(one).map((type) => `${formatOf(one)} ${type}`),
      )
      const twice = names.filter((name, index) => names.indexOf(name) !== index)
      assert.deepEqual(twice, [], service)
    }
  })
})
