import type { Operation } from '@nimbo/operation/operation'
import type { Change, Handling, Standing } from '../../resource-type/handling.ts'
import { makeOnce } from '../../resource-type/make-once.ts'
import type { Properties, ValuesOf } from '../../resource-type/property.ts'
import {
  type Declared,
  defineResourceType,
  type Making,
  type ResourceType,
} from '../../resource-type/resource-type.ts'
import { idOf, isShown, listedUnder, type Shown, shownUnder } from '../field-of.ts'

interface IdentityType<All extends Properties>
  extends Declared<All, ValuesOf<All>, Shown>,
    Partial<Pick<Making<ValuesOf<All>, Shown>, 'create'>> {
  /** The key in bodies: `project`; lists use the plural `projects`. */
  readonly called: string
  readonly operations: Readonly<Record<'list' | 'create' | 'show' | 'update' | 'delete', Operation>>
  /** Names of properties that differ in the API. */
  readonly fields?: { readonly [Name in keyof All]?: string }
  /** Properties that are not fields of the API. */
  readonly besides?: readonly (keyof All & string)[]
  /** Fields, besides the name, that identify an object which an interrupted earlier run may have created. */
  readonly within?: readonly string[]
  /** Further work after the object was created or updated; `before` is empty after the creation. */
  complete?(handling: Standing<ValuesOf<All>>, before: Partial<ValuesOf<All>>): Promise<void>
  /** Work that must be done before the object is deleted. */
  prepareDeletion?(handling: Standing<ValuesOf<All>>): Promise<void>
}

/** Makes a resource type for one kind of Keystone object. */
export const identityType = <All extends Properties>({
  called,
  operations,
  fields = {},
  besides = [],
  within = [],
  complete,
  prepareDeletion,
  ...declared
}: IdentityType<All>): ResourceType => {
  type Values = ValuesOf<All>
  const names: Readonly<Record<string, string | undefined>> = fields
  const hasName = Object.hasOwn(declared.properties, 'name')
  const at = (id: string) => ({ [`${called}_id`]: id })
  const write = (values: object): Shown =>
    Object.fromEntries(
      Object.entries(values)
        .filter(([name]) => !besides.some((other) => other === name))
        .map(([name, value]) => [names[name] ?? name, value]),
    )
  const create = async (handling: Handling<Values>): Promise<string> => {
    const { clients, resource, attempt, properties } = handling
    const given: Shown = { ...(hasName ? { name: resource.physicalName } : {}), ...write(properties) }
    const asked = hasName ? ['name', ...within] : within
    const id = await makeOnce(attempt, {
      make: async () => {
        const { body } = await clients.identity.perform(operations.create, { body: { [called]: given } })
        return idOf(shownUnder(body, called))
      },
      find: async () => {
        const query = Object.fromEntries(asked.map((name) => [name, given[name]]))
        const { body } = await clients.identity.perform(operations.list, { query })
        return listedUnder(body, `${called}s`).map((one) => ({ id: idOf(one) }))
      },
      mayFindOthers: true,
    })
    await complete?.({ ...handling, id }, {})
    return id
  }
  const update = async (handling: Standing<Values>, { changed, before }: Change<Values>): Promise<void> => {
    const { clients, resource, properties, id } = handling
    const values: Shown = isShown(properties) ? properties : {}
    const fresh = write(
      Object.fromEntries(
        [...changed].map((name) => [name, values[name] ?? (name === 'name' ? resource.physicalName : null)]),
      ),
    )
    if (Object.keys(fresh).length > 0)
      await clients.identity.perform(operations.update, { path: at(id), body: { [called]: fresh } })
    await complete?.(handling, before)
  }
  return defineResourceType<All, Shown>({
    client: 'identity',
    create,
    update,
    show: async ({ clients, id }) =>
      shownUnder((await clients.identity.perform(operations.show, { path: at(id) })).body, called),
    delete: async (handling) => {
      await prepareDeletion?.(handling)
      await handling.clients.identity.perform(operations.delete, { path: at(handling.id) })
    },
    isDeleted: async () => true,
    ...declared,
  })
}
