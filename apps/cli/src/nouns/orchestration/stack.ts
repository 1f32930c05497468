import { deleteStack, listStacks, showStack } from '@nimbo/contracts/orchestration/stacks'
import { CliError } from '../../cloud/cli-error.ts'
import { confirmed } from '../../cloud/confirmed.ts'
import { forAll } from '../../cloud/delete-each.ts'
import { given } from '../../cloud/json-values.ts'
import { inOrchestration, perform } from '../../cloud/perform.ts'
import { command } from '../../grammar/command.ts'
import { lists } from '../../grammar/declared.ts'
import { also, flag, integer, list as listOption, oneOf, text } from '../../grammar/option.ts'
import { nothing } from '../../output/result.ts'
import { projectPath, stackName, stackNames, stackPath } from './stack-path.ts'
import { pairsIn } from './stack-request.ts'
import { listedColumns, stackInFull } from './stack-view.ts'
import { lastEvent, showStackAt, waitForDeletion } from './stack-wait.ts'

const sortOf = (sort: string | undefined) => {
  const parts = (sort ?? '').split(',').map((part) => part.split(':'))
  const [direction, ...others] = new Set(parts.flatMap(([, given = []]) => given))
  if (others.length > 0) throw new CliError('All keys of --sort need the same direction.')
  return { sort_keys: parts.map(([key]) => key).join(',') || undefined, sort_dir: direction }
}

const flagOf = (given: boolean) => (given ? 'True' : undefined)

const tagModes = { any: 'tags_any', not: 'not_tags', 'not-any': 'not_tags_any' } as const

const list = lists({
  words: 'stack list',
  summary: 'List stacks',
  ...{ service: 'orchestration', operation: listStacks },
  options: {
    deleted: flag('Include soft-deleted stacks in the stack listing'),
    nested: flag('Include nested stacks in the stack listing'),
    hidden: flag('Include hidden stacks in the stack listing'),
    property: listOption('<key=value>', 'Filter stacks by this property (repeatable)'),
    tags: text('<tag1,tag2...>', 'List of tags to filter by'),
    tagMode: oneOf(
      ['any', 'not', 'not-any'],
      'How to match --tags: any, not (not all) or not-any (none); default: all tags',
    ),
    limit: integer('<limit>', 'Maximum number of stacks to display'),
    marker: text('<id>', 'Only return stacks that appear after the given ID'),
    sort: text('<key>[:<direction>]', 'Sort output by selected keys and directions (asc or desc)'),
    allProjects: flag('Include all projects (admin only)'),
    short: flag('List fewer fields in output'),
    long: flag('List additional fields in output, this implies --all-projects'),
  },
  request: async (asked, session) => ({
    path: await projectPath(session),
    query: given({
      ...pairsIn(asked.property),
      limit: asked.limit,
      marker: asked.marker,
      [asked.tagMode === undefined ? 'tags' : tagModes[asked.tagMode]]: asked.tags,
      ...sortOf(asked.sort),
      show_deleted: flagOf(asked.deleted),
      show_nested: flagOf(asked.nested),
      show_hidden: flagOf(asked.hidden),
      global_tenant: flagOf(asked.allProjects || asked.long),
    }),
  }),
  columns: ({ short, long, nested, deleted, allProjects }) => {
    const { 'Creation Time': made, 'Updated Time': changed, ...first } = listedColumns
    const { ID, 'Stack Name': name, ...status } = first
    return {
      ...given({ ID, 'Stack Name': name }),
      ...(long && { 'Stack Owner': 'stack_owner' }),
      ...((allProjects || long) && { Project: 'project' }),
      ...status,
      ...(!short && given({ 'Creation Time': made, 'Updated Time': changed })),
      ...(nested && { Parent: 'parent' }),
      ...(deleted && { 'Deletion Time': 'deletion_time' }),
    }
  },
})

const show = command({
  words: 'stack show',
  summary: 'Show stack details',
  calls: [inOrchestration(showStack)],
  output: 'one',
  positionals: { stack: stackName },
  options: { noResolveOutputs: flag('Do not resolve outputs of the stack') },
  run: async (session, { stack, noResolveOutputs }) => {
    const shown = await showStackAt(session, await stackPath(session, stack), !noResolveOutputs)
    return stackInFull(shown, !noResolveOutputs)
  },
})

const remove = command({
  words: 'stack delete',
  summary: 'Delete stack(s)',
  calls: [inOrchestration(deleteStack)],
  output: 'none',
  positionals: { stacks: stackNames },
  options: {
    yes: also(flag('Skip yes/no prompt (assume yes)'), '-y'),
    wait: flag('Wait for stack delete to complete'),
  },
  run: async (session, { stacks, yes, wait }) => {
    if (!yes && !(await confirmed(session, 'Are you sure you want to delete this stack(s) [y/N]? ')))
      return nothing
    await forAll(stacks, 'stack', 'delete', async (each) => {
      const path = await stackPath(session, each)
      const marker = await lastEvent(session, path)
      await perform(session, inOrchestration(deleteStack), { path })
      if (wait) await waitForDeletion(session, { path, marker })
    })
    return nothing
  },
})

export const stackCommands = [list, show, remove]
