import { subnetpool as described, subnetpoolOperations } from '@nimbo/contracts/network/subnetpool'
import { find, findId, findOptionalId } from '../../cloud/find.ts'
import { given, rowAt, textAt } from '../../cloud/json-values.ts'
import { inNetwork, perform } from '../../cloud/perform.ts'
import { command, many, one } from '../../grammar/command.ts'
import { deletes, lists, shows } from '../../grammar/declared.ts'
import { either, flag, integer, list, text } from '../../grammar/option.ts'
import { UsageError } from '../../grammar/usage-error.ts'
import { column, listCell } from '../../output/cells.ts'
import { type Columns, nothing, showOf } from '../../output/result.ts'
import {
  addressScopeKind,
  projectIn,
  projectOptions,
  subnetPoolKind,
  tagFilters,
  tagQuery,
} from './network-kinds.ts'
import { noTagOption, setTags } from './set-tags.ts'
import { unsetsTags } from './unset-tags.ts'

const service = 'network'
const pool = one('<subnet-pool>', 'Subnet pool (name or ID)')

const shown: Columns = {
  address_scope_id: 'address_scope_id',
  created_at: 'created_at',
  default_prefixlen: 'default_prefixlen',
  default_quota: 'default_quota',
  description: 'description',
  id: 'id',
  ip_version: 'ip_version',
  is_default: 'is_default',
  max_prefixlen: 'max_prefixlen',
  min_prefixlen: 'min_prefixlen',
  name: 'name',
  prefixes: column(listCell, 'prefixes'),
  project_id: 'project_id',
  revision_number: 'revision_number',
  shared: 'shared',
  tags: column(listCell, 'tags'),
  updated_at: 'updated_at',
}

const attributes = {
  poolPrefix: list('<pool-prefix>', 'Address block of the subnet pool, in CIDR notation (repeatable)'),
  defaultPrefixLength: integer(
    '<default-prefix-length>',
    'Prefix length of subnets that are created without one',
  ),
  minPrefixLength: integer('<min-prefix-length>', 'Minimum prefix length of subnets (limits their size)'),
  maxPrefixLength: integer('<max-prefix-length>', 'Maximum prefix length of subnets'),
  fallback: either(
    { '--default': true, '--no-default': false },
    'Whether it is the default subnet pool of its IP version',
  ),
  description: text('<description>', 'Description of the subnet pool'),
  defaultQuota: integer(
    '<num-ip-addresses>',
    'Quota per project in the pool, in addresses (IPv6: in /64 networks)',
  ),
  addressScope: text('<address-scope>', 'Address scope of the subnet pool (name or ID)'),
  tag: list('<tag>', 'Tag to be added to the subnet pool (repeatable)'),
}

type Asked = { readonly [Name in keyof typeof attributes]: ReturnType<(typeof attributes)[Name]['read']> }

const lengthText = (length: number | undefined): string | undefined =>
  length === undefined ? undefined : String(length)

const members = (asked: Asked) => ({
  default_prefixlen: lengthText(asked.defaultPrefixLength),
  min_prefixlen: lengthText(asked.minPrefixLength),
  max_prefixlen: lengthText(asked.maxPrefixLength),
  is_default: asked.fallback,
  description: asked.description,
  default_quota: asked.defaultQuota,
})

const create = command({
  words: 'subnet pool create',
  summary: 'Create subnet pool',
  calls: [inNetwork(subnetpoolOperations.create)],
  output: 'one',
  positionals: { name: one('<name>', 'New subnet pool name') },
  options: {
    ...attributes,
    ...projectOptions,
    shared: either(
      { '--share': true, '--no-share': false },
      'Whether the subnet pool is shared with all projects',
    ),
  },
  run: async (session, { name, shared, ...asked }) => {
    if (asked.poolPrefix.length === 0)
      throw new UsageError('the following arguments are required: --pool-prefix')
    const body = {
      subnetpool: given({
        ...{ ...members(asked), name, shared, prefixes: asked.poolPrefix },
        address_scope_id: await findOptionalId(session, addressScopeKind, asked.addressScope),
        project_id: await projectIn(session, asked),
      }),
    }
    const reply = await perform(session, inNetwork(subnetpoolOperations.create), { body })
    return showOf(shown, await setTags(session, described, rowAt(reply, 'subnetpool'), asked.tag))
  },
})

const set = command({
  words: 'subnet pool set',
  summary: 'Set subnet pool properties',
  calls: [inNetwork(subnetpoolOperations.update)],
  output: 'none',
  positionals: { pool },
  options: {
    ...attributes,
    name: text('<name>', 'Set subnet pool name'),
    noAddressScope: flag('Remove the subnet pool from its address scope'),
    noTag: noTagOption,
  },
  run: async (session, { pool: called, name, noAddressScope, ...asked }) => {
    const found = await find(session, subnetPoolKind, called)
    const had = Array.isArray(found.prefixes) ? found.prefixes.map(String) : []
    const prefixes = asked.poolPrefix.length === 0 ? undefined : [...had, ...asked.poolPrefix]
    const scope = noAddressScope ? null : await findOptionalId(session, addressScopeKind, asked.addressScope)
    const changed = given({ ...members(asked), name, prefixes, address_scope_id: scope })
    if (Object.keys(changed).length > 0)
      await perform(session, inNetwork(subnetpoolOperations.update), {
        path: { subnetpool_id: textAt(found, 'id') },
        body: { subnetpool: changed },
      })
    await setTags(session, described, found, asked.tag, asked.noTag)
    return nothing
  },
})

export const subnetPoolCommands = [
  create,
  lists({
    words: 'subnet pool list',
    summary: 'List subnet pools',
    ...{ service, operation: subnetpoolOperations.list },
    options: {
      long: flag('List additional fields in output'),
      shared: either(
        { '--share': true, '--no-share': false },
        'List only shared, or only non-shared, subnet pools',
      ),
      fallback: either(
        { '--default': true, '--no-default': false },
        'List only default, or only non-default, subnet pools',
      ),
      name: text('<name>', 'List only subnet pools with this name'),
      ...projectOptions,
      ...tagFilters,
    },
    request: async ({ name, shared, fallback, ...asked }, session) => ({
      query: given({
        ...{ name, shared, is_default: fallback },
        project_id: await projectIn(session, asked),
        ...tagQuery(asked),
      }),
    }),
    columns: ({ long }) => ({
      ...{ ID: 'id', Name: 'name', Prefixes: column(listCell, 'prefixes') },
      ...(long && {
        'Default Prefix Length': 'default_prefixlen',
        'Address Scope': 'address_scope_id',
        'Default Subnet Pool': 'is_default',
        Shared: 'shared',
        Tags: column(listCell, 'tags'),
      }),
    }),
  }),
  shows({
    words: 'subnet pool show',
    summary: 'Display subnet pool details',
    ...{ service, operation: subnetpoolOperations.show, columns: shown },
    positionals: { pool },
    request: async ({ pool: called }, session) => ({
      path: { subnetpool_id: await findId(session, subnetPoolKind, called) },
    }),
  }),
  set,
  unsetsTags('subnet pool', '<subnet-pool>', subnetPoolKind, described),
  deletes(
    'subnet pool delete',
    'Delete subnet pool(s)',
    subnetPoolKind,
    many('<subnet-pool>', 'Subnet pool(s) to delete (name or ID)'),
  ),
]
