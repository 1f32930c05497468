import { securityGroup as described, securityGroupOperations } from '@nimbo/contracts/network/security-group'
import { deleteEach } from '../../cloud/delete-each.ts'
import { create, find, listAll } from '../../cloud/find.ts'
import { given, rowsAt, textAt } from '../../cloud/json-values.ts'
import { inNetwork, perform } from '../../cloud/perform.ts'
import { command, many, one } from '../../grammar/command.ts'
import { either, flag, list as listOption, text } from '../../grammar/option.ts'
import { recordsCell } from '../../output/cells.ts'
import { type Columns, Formatted, listOf, nothing, type Row, showOf } from '../../output/result.ts'
import { projectIn, projectOptions, securityGroupKind, tagFilters, tagQuery } from './network-kinds.ts'
import { noTagOption, setTags } from './set-tags.ts'
import { unsetsTags } from './unset-tags.ts'

const isSaid = ([key, value]: [string, unknown]): boolean =>
  Boolean(value) &&
  !(Array.isArray(value) && value.length === 0) &&
  !['security_group_id', 'tenant_id', 'project_id'].includes(key)

/** A group's rules, one per line, without empty members and those common to all rules of a group. */
const rules = (group: Row): Formatted => {
  const readable = rowsAt(group, 'security_group_rules').map((rule) =>
    Object.fromEntries(Object.entries(rule).filter(isSaid)),
  )
  return new Formatted(group.security_group_rules ?? [], recordsCell(readable).human)
}

const shown: Columns = {
  created_at: 'created_at',
  description: 'description',
  id: 'id',
  name: 'name',
  project_id: 'project_id',
  revision_number: 'revision_number',
  rules,
  stateful: 'stateful',
  tags: (group) => group.tags ?? [],
  updated_at: 'updated_at',
}

const statefulness = either(
  { '--stateful': true, '--stateless': false },
  'Whether the security group tracks connections, so that replies are allowed',
)
const tagOption = listOption('<tag>', 'Tag to be added to the security group (repeatable)')

const createGroup = command({
  words: 'security group create',
  summary: 'Create a new security group',
  output: 'one',
  positionals: { name: one('<name>', 'New security group name') },
  options: {
    description: text('<description>', 'Security group description'),
    stateful: statefulness,
    tag: tagOption,
    ...projectOptions,
  },
  run: async (session, { name, description = name, stateful, tag, ...owner }) => {
    const body = given({ name, description, stateful, project_id: await projectIn(session, owner) })
    const group = await create(session, securityGroupKind, body)
    return showOf(shown, await setTags(session, described, group, tag))
  },
})

const list = command({
  words: 'security group list',
  summary: 'List security groups',
  output: 'list',
  options: {
    allProjects: flag(
      'Accepted for compatibility; groups of all projects are listed if the policy permits it',
    ),
    ...projectOptions,
    ...tagFilters,
  },
  run: async (session, asked) => {
    const query = { project_id: await projectIn(session, asked), ...tagQuery(asked) }
    const rows = await listAll(session, securityGroupKind, query)
    return listOf(
      { ID: 'id', Name: 'name', Description: 'description', Project: 'project_id', Tags: 'tags' },
      rows,
    )
  },
})

const show = command({
  words: 'security group show',
  summary: 'Display security group details',
  output: 'one',
  positionals: { group: one('<group>', 'Security group to display (name or ID)') },
  run: async (session, { group }) => showOf(shown, await find(session, securityGroupKind, group)),
})

const set = command({
  words: 'security group set',
  summary: 'Set security group properties',
  output: 'none',
  positionals: { group: one('<group>', 'Security group to modify (name or ID)') },
  options: {
    name: text('<new-name>', 'New security group name'),
    description: text('<description>', 'New security group description'),
    stateful: statefulness,
    tag: tagOption,
    noTag: noTagOption,
  },
  run: async (session, { group, name, description, stateful, tag, noTag }) => {
    const found = await find(session, securityGroupKind, group)
    const body = given({ name, description, stateful })
    if (Object.keys(body).length > 0) {
      await perform(session, inNetwork(securityGroupOperations.update), {
        path: { security_group_id: textAt(found, 'id') },
        body: { security_group: body },
      })
    }
    await setTags(session, described, found, tag, noTag)
    return nothing
  },
})

const remove = command({
  words: 'security group delete',
  summary: 'Delete security group(s)',
  output: 'none',
  positionals: { groups: many('<group>', 'Security group(s) to delete (name or ID)') },
  run: async (session, { groups }) => {
    await deleteEach(session, securityGroupKind, groups)
    return nothing
  },
})

const unset = unsetsTags('security group', '<group>', securityGroupKind, described)

export const securityGroupCommands = [createGroup, list, show, set, unset, remove]
