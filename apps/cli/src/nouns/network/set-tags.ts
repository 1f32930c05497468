import { tagOperations } from '@nimbo/contracts/network/tags'
import type { Kind } from '@nimbo/resource/describe/kind'
import { textAt, textsAt } from '../../cloud/json-values.ts'
import { inNetwork, perform } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { flag } from '../../grammar/option.ts'
import type { Row } from '../../output/result.ts'

/** The option of `set` commands that replaces the tags. */
export const noTagOption = flag('Remove the existing tags, before those of --tag are added')

/** Adds tags to a network resource, with `isReplaced` in the place of those it has, and returns the updated resource. */
export const setTags = async (
  session: Session,
  kind: Kind,
  row: Row,
  added: readonly string[],
  isReplaced = false,
): Promise<Row> => {
  if (added.length === 0 && !isReplaced) return row
  const tags = [...new Set([...(isReplaced ? [] : textsAt(row, 'tags')), ...added])].toSorted()
  const path = { [`${kind.name}_id`]: textAt(row, 'id') }
  await perform(session, inNetwork(tagOperations(kind, 'NotFound').replace), { path, body: { tags } })
  return { ...row, tags }
}
