import {
  createServerGroup,
  deleteServerGroup,
  listServerGroups,
  showServerGroup,
} from '@nimbo/contracts/compute/server-groups'
import { deleteEach } from '../../cloud/delete-each.ts'
import { create, find, type Kind } from '../../cloud/find.ts'
import { given } from '../../cloud/json-values.ts'
import { inCompute, performAll } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { command, many, one } from '../../grammar/command.ts'
import { flag, integer, oneOf, properties } from '../../grammar/option.ts'
import { column, listCell, recordCell } from '../../output/cells.ts'
import { type Columns, listOf, nothing, showOf } from '../../output/result.ts'

const serverGroupKind: Kind = {
  service: 'compute',
  list: listServerGroups,
  show: showServerGroup,
  create: createServerGroup,
  remove: deleteServerGroup,
  one: 'server_group',
  label: 'ServerGroup',
}

const policies = ['affinity', 'anti-affinity', 'soft-affinity', 'soft-anti-affinity'] as const

/** Whether a group has a single policy with rules (from 2.64 on) instead of a list of policies. */
const onePolicy = ({ computeVersion }: Session): boolean => computeVersion >= 2064

const shown = (session: Session): Columns => ({
  id: 'id',
  members: column(listCell, 'members'),
  name: 'name',
  project_id: 'project_id',
  user_id: 'user_id',
  ...(onePolicy(session)
    ? { policy: 'policy', rules: column(recordCell, 'rules') }
    : { policies: column(listCell, 'policies') }),
})

const createGroup = command({
  words: 'server group create',
  summary: 'Create a new server group.',
  output: 'one',
  positionals: { name: one('<name>', 'New server group name') },
  options: {
    policy: oneOf(policies, 'Add a policy to <name> (default affinity)'),
    rule: properties('Rule for the policy, such as max_server_per_host=<n> (2.64 or above) (repeatable)'),
  },
  run: async (session, { name, policy = 'affinity', rule }) => {
    const rules = rule && Object.fromEntries(Object.entries(rule).map(([key, value]) => [key, Number(value)]))
    const members = onePolicy(session) ? { name, policy, rules } : { name, policies: [policy] }
    return showOf(shown(session), await create(session, serverGroupKind, given(members)))
  },
})

const list = command({
  words: 'server group list',
  summary: 'List all server groups.',
  output: 'list',
  options: {
    allProjects: flag('Display information from all projects (admin only)'),
    long: flag('List additional fields in output'),
    offset: integer('<offset>', 'Number of server groups to skip at the start of the list'),
    limit: integer('<limit>', 'Maximum number of server groups to display'),
  },
  run: async (session, { allProjects, long, offset, limit }) => {
    const query = { all_projects: allProjects ? true : undefined, offset, limit }
    const rows = await performAll(session, inCompute(listServerGroups), { query }, limit)
    const more: Columns = {
      Members: column(listCell, 'members'),
      'Project Id': 'project_id',
      'User Id': 'user_id',
    }
    const policy: Columns = onePolicy(session)
      ? { Policy: 'policy' }
      : { Policies: column(listCell, 'policies') }
    return listOf({ ID: 'id', Name: 'name', ...policy, ...(long && more) }, rows)
  },
})

const show = command({
  words: 'server group show',
  summary: 'Display server group details.',
  output: 'one',
  positionals: { group: one('<server-group>', 'Server group to display (name or ID)') },
  run: async (session, { group }) => showOf(shown(session), await find(session, serverGroupKind, group)),
})

const remove = command({
  words: 'server group delete',
  summary: 'Delete existing server group(s).',
  output: 'none',
  positionals: { groups: many('<server-group>', 'Server group(s) to delete (name or ID)') },
  run: async (session, { groups }) => {
    await deleteEach(session, serverGroupKind, groups)
    return nothing
  },
})

export const serverGroupCommands = [createGroup, list, show, remove]
