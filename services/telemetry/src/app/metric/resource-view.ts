import type { MetricApp } from './metric-app.ts'
import { metricsOf } from '../../db/metric/metrics.ts'
import { findTypes, type ResourceType } from '../../db/metric/resource-types.ts'
import type { Revision } from '../../db/metric/resources.ts'
import { type Kept, shownValue } from '../../domain/metric/attribute-types.ts'

export type ResourceView = Readonly<Record<string, unknown>>

type Shown = Omit<Revision, 'revision' | 'revision_end'> & Partial<Pick<Revision, 'revision_end'>>

const attributesOf = (type: ResourceType | undefined, text: string): ResourceView => {
  const kept: Readonly<Record<string, Kept>> = JSON.parse(text)
  const declared = Object.entries(type?.attributes ?? {})
  // An attribute that was added later has the `fill` value of its declaration in older resources, or null.
  return Object.fromEntries(
    declared.map(([name, declaration]) => {
      const fill = declaration.options?.fill
      const value = kept[name]
      return [name, value === undefined ? (fill ?? null) : shownValue(declaration, value)]
    }),
  )
}

/** A resource without its metrics. */
export const plainView = (
  type: ResourceType | undefined,
  { attributes, created_by_user_id, created_by_project_id, ...fields }: Shown,
): ResourceView => ({
  id: fields.id,
  original_resource_id: fields.original_resource_id,
  type: fields.type,
  creator: `${created_by_user_id}:${created_by_project_id}`,
  created_by_user_id,
  created_by_project_id,
  user_id: fields.user_id,
  project_id: fields.project_id,
  started_at: fields.started_at,
  ended_at: fields.ended_at,
  revision_start: fields.revision_start,
  revision_end: fields.revision_end ?? null,
  ...attributesOf(type, attributes),
})

interface Known {
  /** The type of all of these resources. */
  readonly type: ResourceType
  /** Whether the resources may have metrics, which are then read. */
  readonly measured: boolean
}

interface Detail {
  /** Whether to include the attributes of the resource types. */
  readonly details: boolean
  /** Return only these properties, if any are given. */
  readonly only?: readonly string[] | undefined
  /** Data that the caller has already, so that it is not read from the database. */
  readonly known?: Known
}

/** Resources, with the ids of their metrics by name. */
export const resourceViews = async (
  { db }: Pick<MetricApp, 'db'>,
  resources: readonly Shown[],
  { details, only, known }: Detail,
): Promise<ResourceView[]> => {
  const names = details && known === undefined ? [...new Set(resources.map(({ type }) => type))] : []
  const read = known === undefined ? await findTypes(db, names) : [known.type]
  const types = new Map(read.map((type) => [type.name, type]))
  const ids = known?.measured === false ? [] : [...new Set(resources.map(({ id }) => id))]
  const metrics = Map.groupBy(await metricsOf(db, ids), ({ resource_id }) => resource_id ?? '')
  return resources.map((resource) => {
    const own = metrics.get(resource.id) ?? []
    const view: ResourceView = {
      ...plainView(types.get(resource.type), resource),
      metrics: Object.fromEntries(own.map(({ id, name }) => [name ?? '', id])),
    }
    if (only === undefined || only.length === 0) return view
    const asked = only.flatMap((names) => names.split(','))
    return Object.fromEntries(Object.entries(view).filter(([name]) => asked.includes(name) || name === 'id'))
  })
}
