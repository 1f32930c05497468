import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { computeApi } from '@nimbo/contracts/compute/api'
import { identityApi } from '@nimbo/contracts/identity/api'
import { imageApi } from '@nimbo/contracts/image/api'
import { networkApi } from '@nimbo/contracts/network/api'
import { volumeApi } from '@nimbo/contracts/volume/api'
import { systemClock } from '@nimbo/kernel/clock'
import { isRemote } from '@nimbo/operation/client/remote-fault'
import { type Api, rootOf } from '@nimbo/operation/client/api'
import { type ApiClient, apiClient } from '@nimbo/operation/client/api-client'
import { fetchSender, type FetchOptions } from '@nimbo/operation/client/fetch-sender'
import type { Client, ServiceDoor } from '@nimbo/testkit/client'
import type { Clients } from '../src/resource-type/clients.ts'
import type { Standing } from '../src/resource-type/handling.ts'
import { propertyChanges } from '../src/resource-type/property-changes.ts'
import { type Lives, livesOf } from './life-cycles.ts'
import { readProperties } from '../src/resource-type/read-properties.ts'
import { resolveEntities } from '../src/resource-type/resolve-entity.ts'
import type { ResourceType } from '../src/resource-type/resource-type.ts'
import { resourceTypes } from '../src/resource-types/all.ts'

type Values = Readonly<Record<string, unknown>>

const objectStoreApi: Api = { type: 'object-store', prefix: '' }
const orchestrationApi: Api = { type: 'orchestration', prefix: '' }

const versions: Readonly<Record<string, string>> = { compute: '2.96', volume: '3.71' }

/** The clients of handlers, on behalf of a user of a test cloud. */
const clientsOf = ({ token, ...doors }: Client): Clients => {
  const client = (api: Api, { url }: ServiceDoor): ApiClient => {
    const version = versions[api.type]
    const options: FetchOptions = {
      root: rootOf(url),
      headers: () => ({ 'x-auth-token': token }),
      fetch,
      timeoutMs: 30_000,
    }
    return apiClient({ api, send: fetchSender(options), ...(version === undefined ? {} : { version }) })
  }
  return {
    alarming: client({ type: 'alarming', prefix: '' }, doors.alarming),
    compute: client(computeApi, doors.compute),
    identity: client(identityApi, doors.identity),
    image: client(imageApi, doors.image),
    network: client(networkApi, doors.network),
    'object-store': client(objectStoreApi, doors['object-store']),
    orchestration: client(orchestrationApi, doors.orchestration),
    volume: client(volumeApi, doors.volume),
  }
}

/** A created resource. */
export interface Stood {
  readonly id: string
  readonly refId: string
  readonly values: Values
  readonly data: Readonly<Record<string, string>>
  attribute(name: string): Promise<unknown>
  /**
   * Updates it in place if possible; resolves to what the change requires. Unless that is `update`, the resource is unchanged.
   */
  update(properties: Values): Promise<'nothing' | 'update' | 'replace'>
  /** What its service shows of it. */
  show(): Promise<unknown>
  /** The data of its snapshot, when that is complete. */
  snapshot(): Promise<Readonly<Record<string, string>>>
  restored(data: Readonly<Record<string, string>>): Values
  deleteSnapshot(data: Readonly<Record<string, string>>): Promise<void>
  suspend(): Promise<void>
  resume(): Promise<void>
  check(): Promise<void>
  delete(): Promise<void>
}

const typeNamed = (name: string): ResourceType => {
  const type = resourceTypes.find((one) => one.type === name)
  if (type === undefined) throw new Error(`there is no type ${name}`)
  return type
}

const deadlineMs = 60_000

const until = async (isSo: () => Promise<boolean>, what: string): Promise<void> => {
  const end = Date.now() + deadlineMs
  for (let wait = 10; !(await isSo()); wait = Math.min(wait * 2, 300)) {
    if (Date.now() > end) throw new Error(`${what} took too long`)
    await pause(wait)
  }
}

/**
 * Calls the handlers of types as the engine does, without stacks: each creation and each deletion is performed twice, as after a
 * crash before its result was stored, and must have the same result.
 */
const smallEngine = (person: () => Client, lives: Lives) => {
  const begin = (type: ResourceType, name: string, properties: Values, clients: Clients) => {
    const data: Record<string, string> = {}
    let foundBefore: readonly string[] | undefined
    const unused = async (): Promise<never> =>
      assert.fail('no handler of the types in these tests needs signals')
    const handling: Omit<Standing<Values>, 'id'> = {
      properties,
      clients,
      resource: {
        id: randomUUID(),
        name,
        physicalName: `tale-${name}-${randomUUID().replaceAll('-', '').slice(0, 12)}`.slice(
          0,
          type.longestName ?? 255,
        ),
        isBusy: true,
        metadata: {},
        data,
      },
      stack: { id: randomUUID(), name: 'tale', projectId: person().projectId },
      attempt: {
        startedAt: new Date().toISOString(),
        isRepeat: false,
        take: async () => true,
        foundBefore: async (list) => {
          foundBefore ??= await list()
          return foundBefore
        },
        made: () => {},
      },
      clock: systemClock,
      peers: { byRefId: async () => undefined, byName: async () => undefined },
      signals: { user: unused, key: unused, endpoint: unused, signedUrl: unused },
      child: undefined,
      remember: async (kept) => {
        for (const [key, value] of Object.entries(kept))
          if (value === undefined) delete data[key]
          else data[key] = value
      },
    }
    return { handling, data }
  }
  const create = async (typeName: string, name: string, given: Values): Promise<Stood> => {
    const type = typeNamed(typeName)
    const clients = clientsOf(person())
    const resolve = resolveEntities(clients)
    const where = `resources.${name}.properties`
    let values = await readProperties(type.properties, type.anyProperty ? {} : given, { where, resolve })
    assert.deepEqual(type.validate?.(values) ?? [], [])
    const { handling, data } = begin(type, name, values, clients)
    const made = await type.create(handling)
    const id = typeof made === 'string' ? made : made.id
    const again = await type.create({ ...handling, attempt: { ...handling.attempt, isRepeat: true } })
    assert.equal(typeof again === 'string' ? again : again.id, id, `${typeName} was made twice`)
    if (typeof made !== 'string') await handling.remember(made.data ?? {})
    const standing = (): Standing<Values> => ({ ...handling, properties: values, id })
    await until(async () => (await type.isCreated?.(standing())) ?? true, `creation of ${name}`)
    lives.note(typeName, 'made')
    return {
      id,
      get values() {
        return values
      },
      data,
      refId: type.refId?.(standing()) ?? id,
      attribute: async (attribute) => {
        const declared = type.attributes?.[attribute]
        if (declared === undefined) throw new Error(`${typeName} has no attribute ${attribute}`)
        const live: unknown = await type.show?.(standing())
        if (declared.of !== undefined) return declared.of(live, standing(), [])
        return Object.entries(live ?? {}).find(([key]) => key === attribute)?.[1]
      },
      update: async (next) => {
        const before = values
        const after = await readProperties(type.properties, next, { where, resolve })
        const asked = propertyChanges(type, { before, after, where })
        // A type without properties cannot be updated, so a comparison counts as its change.
        const isPlain = Object.keys(type.properties).length === 0
        if (asked.kind === 'replace' || isPlain) lives.note(typeName, 'changed')
        if (asked.kind !== 'update') return asked.kind
        values = after
        const change = { before, changed: asked.changed }
        await type.update?.(standing(), change)
        await until(async () => (await type.isUpdated?.(standing(), change)) ?? true, `update of ${name}`)
        lives.note(typeName, 'changed')
        return 'update'
      },
      show: async () => type.show?.(standing()),
      snapshot: async () => {
        const kept = (await type.snapshot?.(standing())) ?? {}
        await until(async () => (await type.isSnapshotted?.(standing(), kept)) ?? true, `snapshot of ${name}`)
        return kept
      },
      restored: (kept) => type.restore?.(kept) ?? {},
      deleteSnapshot: async (kept) => type.deleteSnapshot?.(standing(), kept),
      suspend: async () => {
        await type.suspend?.(standing())
        await until(async () => (await type.isSuspended?.(standing())) ?? true, `suspension of ${name}`)
      },
      resume: async () => {
        await type.resume?.(standing())
        await until(async () => (await type.isResumed?.(standing())) ?? true, `resumption of ${name}`)
      },
      check: async () => type.check?.(standing()),
      delete: async () => {
        const gone = async (): Promise<void> => {
          try {
            await type.delete(standing())
          } catch (error) {
            if (!isRemote(error, 404)) throw error
          }
        }
        await gone()
        await until(async () => {
          try {
            if (type.isDeleted !== undefined) return await type.isDeleted(standing())
            await type.show?.(standing())
            return type.show === undefined
          } catch (error) {
            if (isRemote(error, 404)) return true
            throw error
          }
        }, `deletion of ${name}`)
        await gone()
        lives.note(typeName, 'taken away')
      },
    }
  }
  return { create, lives }
}

/** The engine on behalf of a user of a test cloud, which need not run before the first resource is created. */
export const engineOf = (person: () => Client) => smallEngine(person, livesOf())
