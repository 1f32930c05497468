import { tagOperations } from '@nimbo/contracts/network/tags'
import { isRemote } from '@nimbo/operation/client/remote-fault'
import type { Operation } from '@nimbo/operation/operation'
import type { Kind } from '@nimbo/resource/describe/kind'
import type { Change, Handling, Standing } from '../../resource-type/handling.ts'
import { makeOnce } from '../../resource-type/make-once.ts'
import type { Properties, ValuesOf } from '../../resource-type/property.ts'
import {
  type Declared,
  defineResourceType,
  type Made,
  type ResourceType,
} from '../../resource-type/resource-type.ts'
import { idOf, listedUnder, type Shown, shownUnder } from '../field-of.ts'
import { isBuilt, isReady } from './is-built.ts'
import { emptied, fieldsOf, filterOf } from './network-fields.ts'

interface Operations {
  readonly list: Operation
  readonly create: Operation
  readonly show: Operation
  /** Missing for kinds that cannot be updated: they are replaced. */
  readonly update?: Operation
  readonly delete: Operation
}

type Path = Readonly<Record<string, string>>

interface NetworkType<All extends Properties, K extends Kind> extends Declared<All, ValuesOf<All>, Shown> {
  readonly kind: K
  readonly operations: Operations
  /** Names of properties that differ in the API; properties without an attribute of the kind are not sent. */
  readonly fields?: { readonly [Name in keyof All]?: keyof K['attributes'] & string }
  /** Fields that are derived from properties. */
  body?(values: Partial<ValuesOf<All>>, handling: Handling<ValuesOf<All>>): Promise<Shown>
  /** For kinds under a parent: the parent's part of the path. */
  parent?(values: ValuesOf<All>): Path
  /** Whether the object may still be built after its creation. */
  readonly waits?: boolean
  /** Further work after the creation, or after these properties have changed. */
  complete?(handling: Standing<ValuesOf<All>>, changed: ReadonlySet<string>): Promise<void>
}

const scalarsOf = (live: Shown, names: readonly string[]): Shown =>
  Object.fromEntries(
    names.flatMap((name) =>
      ['string', 'number', 'boolean'].includes(typeof live[name]) ? [[name, live[name]] as const] : [],
    ),
  )

/** Makes a resource type for one kind of Neutron object, with the operations all kinds have. */
export const networkType = <All extends Properties, K extends Kind>({
  kind,
  operations,
  fields = {},
  body = async () => ({}),
  parent = () => ({}),
  waits = false,
  complete: completeOwn,
  ...declared
}: NetworkType<All, K>): ResourceType => {
  type Values = ValuesOf<All>
  const idParameter = `${kind.name}_id`
  const has = (name: string) =>
    Object.hasOwn(declared.properties, name) && Object.hasOwn(kind.attributes, name)
  const at = ({ id, properties }: Standing<Values>): Path => ({ ...parent(properties), [idParameter]: id })
  const write = async (
    values: Partial<Values>,
    handling: Handling<Values>,
    verb: 'create' | 'update',
  ): Promise<Shown> => ({
    ...fieldsOf(kind, fields, values, verb),
    ...(await body(values, handling)),
  })
  const show = async (handling: Standing<Values>): Promise<Shown> => {
    const reply = await handling.clients.network.perform(operations.show, { path: at(handling) })
    return shownUnder(reply.body, kind.name)
  }
  const complete = async (handling: Standing<Values>, changed: ReadonlySet<string>): Promise<void> => {
    const given: Shown = handling.properties
    if (has('tags') && changed.has('tags'))
      await handling.clients.network.perform(tagOperations(kind, '').replace, {
        path: at(handling),
        body: { tags: given.tags ?? [] },
      })
    await completeOwn?.(handling, changed)
  }
  const create = async (handling: Handling<Values>): Promise<Made> => {
    let reply: Shown | undefined
    const { properties, resource, clients, attempt, stack } = handling
    const given = {
      ...(has('name') ? { name: resource.physicalName } : {}),
      ...(await write(properties, handling, 'create')),
    }
    const path = parent(properties)
    const id = await makeOnce(attempt, {
      make: async () => {
        const { body } = await clients.network.perform(operations.create, {
          path,
          body: { [kind.name]: given },
        })
        reply = shownUnder(body, kind.name)
        return idOf(reply)
      },
      find: async () => {
        const query = filterOf(kind, given, stack.projectId)
        const { body } = await clients.network.perform(operations.list, { path, query })
        return listedUnder(body, kind.collection).map((one) => ({
          id: idOf(one),
          created_at: typeof one.created_at === 'string' ? one.created_at : null,
        }))
      },
      mayFindOthers: !Object.hasOwn(kind.attributes, 'created_at'),
    })
    await complete({ ...handling, id }, new Set(Object.keys(properties)))
    return waits && reply ? { id, isBuilt: isReady(reply) } : id
  }
  const updateBy =
    (operation: Operation) =>
    async (handling: Standing<Values>, change: Change<Values>): Promise<void> => {
      const changed: ReadonlySet<string> = change.changed
      const given = Object.entries(handling.properties).filter(([name]) => changed.has(name))
      const values = Object.fromEntries(given) as Partial<Values>
      const missing = [...changed].filter((name) => !Object.hasOwn(values, name))
      const fresh = {
        ...emptied(kind, fields, missing),
        ...(missing.includes('name') && has('name') ? { name: handling.resource.physicalName } : {}),
        ...(await write(values, handling, 'update')),
      }
      if (Object.keys(fresh).length > 0)
        await handling.clients.network.perform(operation, {
          path: at(handling),
          body: { [kind.name]: fresh },
        })
      await complete(handling, changed)
    }
  return defineResourceType<All, Shown>({
    client: 'network',
    show,
    create,
    ...(waits ? { isCreated: async (handling) => isBuilt(await show(handling)) } : {}),
    ...(operations.update === undefined ? {} : { update: updateBy(operations.update) }),
    isUsable: async (handling) => {
      try {
        return (await show(handling)).status !== 'ERROR'
      } catch (error) {
        if (isRemote(error, 404)) return false
        throw error
      }
    },
    // Lists and maps are written in another format than they are shown, so only scalars can be compared.
    observed: (live) =>
      JSON.parse(JSON.stringify(scalarsOf(live, Object.keys(declared.properties).filter(has)))),
    delete: async (handling) => {
      await handling.clients.network.perform(operations.delete, { path: at(handling) })
    },
    isDeleted: async () => true,
    ...declared,
  })
}
