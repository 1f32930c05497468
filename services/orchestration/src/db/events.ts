import { newId } from '@nimbo/kernel/ids'
import type { Selectable } from 'kysely'
import type { Db } from './db.ts'
import type { Resource } from './resources.ts'
import type { Stack } from './stacks.ts'
import type { EventRow } from './tables.ts'

export type StackEvent = Selectable<EventRow>

/** Events of the stack itself look like those of a resource of its name. */
const stackType = 'OS::Heat::Stack'

/** Inserts an event of a stack. */
export const addStackEvent = async (
  db: Db,
  stack: Pick<Stack, 'id' | 'root_id' | 'name'>,
  state: { readonly action: string; readonly status: string; readonly reason: string },
  at: string,
): Promise<void> => {
  await db
    .insertInto('events')
    .values({
      id: newId(),
      stack_id: stack.id,
      root_id: stack.root_id,
      resource_name: stack.name,
      resource_type: stackType,
      physical_id: stack.id,
      ...state,
      properties: '{}',
      created_at: at,
    })
    .execute()
}

/** Inserts an event of a resource. */
export const addResourceEvent = async (
  db: Db,
  rootId: string,
  resource: Pick<Resource, 'stack_id' | 'name' | 'type' | 'physical_id' | 'properties'>,
  state: { readonly action: string; readonly status: string; readonly reason: string },
  at: string,
): Promise<void> => {
  await db
    .insertInto('events')
    .values({
      id: newId(),
      stack_id: resource.stack_id,
      root_id: rootId,
      resource_name: resource.name,
      resource_type: resource.type,
      physical_id: resource.physical_id,
      ...state,
      properties: resource.properties,
      created_at: at,
    })
    .execute()
}
