import { allOrNone } from '@nimbo/db/all-or-none'
import * as rows from '../../db/metric/resource-types.ts'
import { type AttributeDeclaration, declarationOf, keptValue } from '../../domain/metric/attribute-types.ts'
import { errors } from '../../metric-errors.ts'
import type { MetricApp } from './metric-app.ts'

type Attributes = Readonly<Record<string, AttributeDeclaration>>

/** Properties of every resource, whose names attributes may not have. */
const taken = [
  ...['id', 'type', 'metrics', 'revision', 'revision_start', 'revision_end', 'started_at', 'ended_at'],
  ...[
    'user_id',
    'project_id',
    'created_by_user_id',
    'created_by_project_id',
    'original_resource_id',
    'creator',
  ],
]

const invalid = (reason: string, detail: readonly string[]) =>
  errors.Invalid({ cause: 'Invalid input', reason, detail })

const checked = (name: string, given: AttributeDeclaration): AttributeDeclaration => {
  if (taken.includes(name) || !/^[A-Za-z_][\w-]*$/.test(name) || name.length > 255)
    throw invalid(`Invalid resource type attribute name: ${name}`, ['attributes', name])
  const declaration = declarationOf(given)
  if (declaration === undefined)
    throw invalid(`there is no type of attributes ${given.type}`, ['attributes', name, 'type'])
  return declaration
}

export const listTypes = ({ db }: Pick<MetricApp, 'db'>) => rows.allTypes(db)

export const needType = async ({ db }: Pick<MetricApp, 'db'>, name: string): Promise<rows.ResourceType> => {
  const type = await rows.findType(db, name)
  if (!type) throw errors.NoSuchResourceType({ name })
  return type
}

export const createType =
  ({ db }: MetricApp) =>
  async (name: string, attributes: Attributes): Promise<rows.ResourceType> => {
    if (!/^[A-Za-z0-9_.:-]+$/.test(name)) throw invalid(`Invalid resource type name: ${name}`, ['name'])
    const declared = Object.entries(attributes).map(([key, given]) => [key, checked(key, given)] as const)
    const type = { name, attributes: Object.fromEntries(declared) }
    if (!(await rows.insertType(db, type))) throw errors.ResourceTypeExists({ name })
    return type
  }

export interface AttributePatch {
  readonly op: string
  readonly path: string
  readonly value?: AttributeDeclaration | undefined
}

const patched = (attributes: Attributes, { op, path, value }: AttributePatch): Attributes => {
  const name = path.startsWith('/attributes/') ? path.slice('/attributes/'.length) : ''
  if (name === '' || !['add', 'remove', 'replace'].includes(op)) throw invalid(`cannot ${op} ${path}`, [path])
  const has = Object.hasOwn(attributes, name)
  if (op === 'remove') {
    if (!has) throw invalid(`can't remove a non-existent object '${name}'`, [path])
    return Object.fromEntries(Object.entries(attributes).filter(([key]) => key !== name))
  }
  if (value === undefined) throw invalid('an attribute needs a value', [path])
  if (op === 'replace' && !has) throw invalid(`can't replace a non-existent object '${name}'`, [path])
  const declaration = checked(name, value)
  // Existing resources of the type have no value for it.
  const fill = value.options?.fill
  if (declaration.required && op === 'add' && keptValue(declaration, fill) === undefined)
    throw invalid('Options must have a fill value for an attribute that is required', [path, 'options'])
  return { ...attributes, [name]: declaration }
}

export const changeType =
  ({ db }: MetricApp) =>
  (name: string, patch: readonly AttributePatch[]): Promise<rows.ResourceType> =>
    allOrNone(db, async (trx) => {
      const type = await needType({ db: trx }, name)
      const changed = { name, attributes: patch.reduce(patched, type.attributes) }
      await rows.replaceType(trx, changed)
      return changed
    })

export const removeType =
  ({ db }: MetricApp) =>
  (name: string): Promise<void> =>
    allOrNone(db, async (trx) => {
      await needType({ db: trx }, name)
      if (name === 'generic' || (await rows.isTypeUsed(trx, name))) throw errors.ResourceTypeInUse({ name })
      await rows.deleteType(trx, name)
    })
