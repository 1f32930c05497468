import type { Inventory } from '@nimbo/clients/placement'
import { InventoryBody, mostOfAnything } from '@nimbo/contracts/placement/inventories'
import { messageOf } from '@nimbo/kernel/errors'
import { type Static, Type } from 'typebox'
import Value from 'typebox/value'
import { parse } from 'yaml'
import { errors } from './provider-config-errors.ts'

/** What an operator's file adds to a resource provider. */
export interface ProviderAdditions {
  /** The name of the file, for messages. */
  readonly source: string
  readonly inventories: Readonly<Record<string, Inventory>>
  readonly traits: readonly string[]
}

/** An entry of a file: `provider` is a name, a UUID, or {@link everyNode}. */
export interface ProviderConfig extends ProviderAdditions {
  readonly provider: string
}

/** Identifies all compute nodes that no entry identifies by name or UUID. */
export const everyNode = '$COMPUTE_NODE'

const name = '^[A-Z0-9_]{1,255}$'
const uuid = '[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}'
/** Minor versions of the schema may add properties. */
const open = { additionalProperties: true }

const Entry = Type.Object(
  {
    identification: Type.Object(
      {
        uuid: Type.Optional(Type.String({ pattern: `^(\\${everyNode}|${uuid})$` })),
        name: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
      },
      { additionalProperties: false, minProperties: 1, maxProperties: 1 },
    ),
    inventories: Type.Optional(
      Type.Object(
        {
          additional: Type.Optional(
            Type.Array(
              Type.Record(Type.String({ pattern: name }), InventoryBody, { additionalProperties: false }),
            ),
          ),
        },
        open,
      ),
    ),
    traits: Type.Optional(
      Type.Object({ additional: Type.Optional(Type.Array(Type.String({ pattern: name }))) }, open),
    ),
  },
  open,
)
type Entry = Static<typeof Entry>

const File = Type.Object(
  { meta: Type.Object({ schema_version: Type.String() }, open), providers: Type.Optional(Type.Array(Entry)) },
  open,
)

const supportedVersion = /^1\.(0|[1-9][0-9]*)$/

const refused = (source: string, error: string) =>
  errors.ProviderConfigException({ error: `${source}: ${error}` })

const parsed = (source: string, text: string): unknown => {
  try {
    return parse(text)
  } catch (error) {
    throw refused(source, `it is not valid YAML: ${messageOf(error)}`)
  }
}

const requireVersion = (source: string, given: unknown): void => {
  const meta = Value.Check(Type.Object({ meta: Type.Object({ schema_version: Type.Unknown() }) }), given)
    ? given.meta
    : undefined
  if (typeof meta?.schema_version !== 'string')
    throw refused(source, 'it has no meta.schema_version as text, such as "1.0" in quotes')
  if (!supportedVersion.test(meta.schema_version))
    throw refused(source, `the schema version ${meta.schema_version} is not supported, only 1.x is`)
}

const requireCustom = (source: string, what: string, names: readonly string[]): void => {
  const standard = names.filter((one) => !one.startsWith('CUSTOM_'))
  if (standard.length > 0)
    throw refused(source, `only custom ${what} may be added, not ${[...new Set(standard)].sort().join(', ')}`)
}

/** The inventory with the values that placement uses for those that are not set. */
const wholeInventory = (given: InventoryBody): Inventory => ({
  ...{ reserved: 0, min_unit: 1, max_unit: mostOfAnything, step_size: 1, allocation_ratio: 1 },
  ...given,
})

const readEntry = (source: string, { identification, inventories, traits }: Entry): ProviderConfig => {
  const given = Object.assign({}, ...(inventories?.additional ?? [])) as Record<string, InventoryBody>
  const added = [...new Set(traits?.additional)]
  requireCustom(source, 'resource classes', Object.keys(given))
  requireCustom(source, 'traits', added)
  return {
    source,
    provider: identification.uuid?.replace(/^[^$].*$/, (id) => id.toLowerCase()) ?? identification.name ?? '',
    inventories: Object.fromEntries(Object.entries(given).map(([key, one]) => [key, wholeInventory(one)])),
    traits: added,
  }
}

/** Reads the text of a file about resource providers. Throws `ProviderConfigException`, which says what is wrong with it. */
export const readProviderConfig = (source: string, text: string): readonly ProviderConfig[] => {
  const given = parsed(source, text)
  requireVersion(source, given)
  if (Value.Check(File, given)) return (given.providers ?? []).map((entry) => readEntry(source, entry))
  const [first] = Value.Errors(File, given)
  throw refused(source, `${first?.instancePath || 'its content'} ${first?.message ?? 'is not understood'}`)
}
