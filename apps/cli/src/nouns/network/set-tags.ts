import { tagOperations } from '@nimbo/contracts/network/tags'
import type { Kind } from '@nimbo/resource/describe/kind'
import { textAt } from '../../cloud/json-values.ts'
import { inNetwork, perform } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import type { Row } from '../../output/result.ts'

/** Sets the tags of a network resource, if any are given, and returns the updated resource. */
export const setTags = async (
  session: Session,
  kind: Kind,
  row: Row,
  tags: readonly string[],
): Promise<Row> => {
  if (tags.length === 0) return row
  const path = { [`${kind.name}_id`]: textAt(row, 'id') }
  await perform(session, inNetwork(tagOperations(kind, 'NotFound').replace), { path, body: { tags } })
  return { ...row, tags: tags.toSorted() }
}
