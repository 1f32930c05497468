import { tagOperations } from '@nimbo/contracts/network/tags'
import type { Kind as DescribedKind } from '@nimbo/resource/describe/kind'
import { find, type Kind } from '../../cloud/find.ts'
import { textAt } from '../../cloud/json-values.ts'
import { inNetwork, perform } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { command, type Command, one } from '../../grammar/command.ts'
import { flag, list } from '../../grammar/option.ts'
import { nothing, type Row } from '../../output/result.ts'

/** The options that remove tags. */
export const tagRemoval = {
  tag: list('<tag>', 'Tag to be removed (repeatable)'),
  allTag: flag('Clear all tags'),
}

/** Removes the given tags from a network resource, or all. */
export const unsetTags = async (
  session: Session,
  kind: DescribedKind,
  row: Row,
  { tag, allTag }: { readonly tag: readonly string[]; readonly allTag: boolean },
): Promise<void> => {
  const present = Array.isArray(row.tags) ? row.tags.filter((each) => typeof each === 'string') : []
  const tags = allTag ? [] : present.filter((each) => !tag.includes(each))
  if (tags.length === present.length) return
  const path = { [`${kind.name}_id`]: textAt(row, 'id') }
  await perform(session, inNetwork(tagOperations(kind, 'NotFound').replace), { path, body: { tags } })
}

/** A command that only removes tags. */
export const unsetsTags = (words: string, label: string, kind: Kind, described: DescribedKind): Command =>
  command({
    words: `${words} unset`,
    summary: `Unset ${words} properties`,
    calls: [inNetwork(tagOperations(described, 'NotFound').replace)],
    output: 'none',
    positionals: { called: one(label, 'Resource to modify (name or ID)') },
    options: tagRemoval,
    run: async (session, { called, ...asked }) => {
      await unsetTags(session, described, await find(session, kind, called), asked)
      return nothing
    },
  })
