import { type Kind, pathOf } from '../cloud/find.ts'
import { textAt } from '../cloud/json-values.ts'
import type { Session } from '../cloud/session.ts'
import type { Row } from '../output/result.ts'

/** Gives a network resource these tags, where any were named, and returns it as it then is. */
export const setTags = async (
  session: Session,
  kind: Kind,
  row: Row,
  tags: readonly string[],
): Promise<Row> => {
  if (tags.length === 0) return row
  await session.network.send('PUT', `${pathOf(kind, textAt(row, 'id'))}/tags`, { tags })
  return { ...row, tags: tags.toSorted() }
}
