import { nullable } from '@nimbo/operation/content'
import { Type } from 'typebox'

const Text = Type.String()

/** What resources of every type have; the attributes of its type stand beside. */
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

/** By name, the ids of its metrics. */
const metrics = Type.Record(Text, Text)

export type ResourceView = Readonly<Record<string, unknown>>

/** The resource that a metric is of, without its metrics. */
export const PlainResource = Type.Unsafe<ResourceView>(Type.Object(fields))

export const Resource = Type.Unsafe<ResourceView>(Type.Object({ ...fields, metrics }))

const { id, ...others } = fields

/** In a list that may be asked for some attributes alone; the id is always there. */
export const ChosenResource = Type.Unsafe<ResourceView>(
  Type.Object({ id, ...Type.Partial(Type.Object({ ...others, metrics })).properties }),
)
