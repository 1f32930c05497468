import { nullable } from '@nimbo/operation/content'
import { Type } from 'typebox'

const Text = Type.String()

/** Attributes of all types; those of the type are added. */
const fields = {
  id: Text,
  original_resource_id: Text,
  type: Text,
  creator: Text,
  created_by_user_id: Text,
  created_by_project_id: Text,
  user_id: nullable(Text),
  project_id: nullable(Text),
  started_at: Text,
  ended_at: nullable(Text),
  revision_start: Text,
  revision_end: nullable(Text),
}

/** Metric ids by name. */
const metrics = Type.Record(Text, Text)

export type ResourceView = Readonly<Record<string, unknown>>

/** The resource of a metric, without its metrics. */
export const PlainResource = Type.Unsafe<ResourceView>(Type.Object(fields))

export const Resource = Type.Unsafe<ResourceView>(Type.Object({ ...fields, metrics }))

const { id, ...others } = fields

/** A resource with selected attributes; the id is always included. */
export const ChosenResource = Type.Unsafe<ResourceView>(
  Type.Object({ id, ...Type.Partial(Type.Object({ ...others, metrics })).properties }),
)
