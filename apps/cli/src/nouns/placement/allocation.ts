import { listAllocationCandidates } from '@nimbo/contracts/placement/allocation-candidates'
import { releaseAllocations, setAllocations, showAllocations } from '@nimbo/contracts/placement/allocations'
import { isRow, rowAt, textAt } from '../../cloud/json-values.ts'
import { inPlacement, perform } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { command, one } from '../../grammar/command.ts'
import { does } from '../../grammar/declared.ts'
import { integer, list, oneOf, requiredText, sections, type Section, text } from '../../grammar/option.ts'
import { UsageError } from '../../grammar/usage-error.ts'
import { Formatted, listOf, type Row } from '../../output/result.ts'
import { commaJoined, memberOf, requiredTraits } from './wanted.ts'

const consumer = one('<uuid>', 'UUID of the consumer')

const columns = {
  resource_provider: 'resource_provider',
  generation: 'generation',
  resources: 'resources',
  project_id: 'project_id',
  user_id: 'user_id',
  consumer_type: 'consumer_type',
}

const held = (session: Session, consumer_uuid: string): Promise<Row> =>
  perform(session, inPlacement(showAllocations), { path: { consumer_uuid } })

/** A row for each provider with allocations of the consumer. */
const table = (reply: Row) => {
  const { project_id, user_id, consumer_type } = reply
  const rows = Object.entries(isRow(reply.allocations) ? reply.allocations : {}).map(([provider, part]) => ({
    resource_provider: provider,
    ...(isRow(part) ? part : {}),
    ...{ project_id, user_id, consumer_type },
  }))
  return listOf(columns, rows)
}

const show = command({
  words: 'resource provider allocation show',
  summary: 'Show the allocations of a consumer',
  calls: [inPlacement(showAllocations)],
  output: 'list',
  positionals: { consumer },
  run: async (session, asked) => table(await held(session, asked.consumer)),
})

type Resources = Record<string, { resources: Record<string, number> }>

/** Parses `rp=UUID,VCPU=2,MEMORY_MB=512`: the allocation from a provider. */
const parsed = (words: readonly string[]): Resources => {
  const wanted: Resources = {}
  for (const word of words) {
    const pairs = word.split(',').map((part) => part.split('='))
    const provider = pairs.find(([name]) => name === 'rp')?.[1]
    const amounts = pairs.flatMap(([name = '', value]) =>
      name === 'rp' ? [] : [[name, Number(value)] as const],
    )
    if (!provider || amounts.length === 0 || amounts.some(([, value]) => !Number.isInteger(value)))
      throw new UsageError(`argument --allocation: '${word}' is not of the form rp=UUID,CLASS=amount`)
    wanted[provider] = { resources: { ...wanted[provider]?.resources, ...Object.fromEntries(amounts) } }
  }
  return wanted
}

/** The type of an existing consumer; for a new consumer, the type is a required option. */
const typeOf = (held: unknown): string => {
  if (typeof held !== 'string' || held === 'unknown')
    throw new UsageError('the following arguments are required: --consumer-type')
  return held
}

const set = command({
  words: 'resource provider allocation set',
  summary: 'Set the allocations of a consumer, replacing the existing ones',
  calls: [inPlacement(setAllocations)],
  output: 'list',
  positionals: { consumer },
  options: {
    allocation: list(
      '<rp=resource-provider-id,resource-class-name=amount-of-resource-used>',
      'Amounts to allocate from a resource provider (repeatable)',
    ),
    projectId: requiredText('project_id', 'ID of the project of the consumer'),
    userId: requiredText('user_id', 'ID of the user of the consumer'),
    consumerType: text(
      'consumer_type',
      'Type of the consumer, such as INSTANCE (required for a new consumer)',
    ),
  },
  run: async (session, { consumer: consumer_uuid, ...asked }) => {
    const allocations = parsed(asked.allocation)
    if (Object.keys(allocations).length === 0)
      throw new UsageError('At least one resource allocation must be specified')
    const { consumer_generation, consumer_type } = await held(session, consumer_uuid)
    await session.api.placement.call(setAllocations, {
      path: { consumer_uuid },
      body: {
        allocations,
        project_id: asked.projectId,
        user_id: asked.userId,
        consumer_generation: typeof consumer_generation === 'number' ? consumer_generation : null,
        consumer_type: asked.consumerType ?? typeOf(consumer_type),
      },
    })
    return table(await held(session, consumer_uuid))
  },
})

/** The consumer's remaining allocations: removes those that match both lists; an empty list matches everything. */
const without = (
  allocations: unknown,
  providers: readonly string[],
  resourceClass: string | undefined,
): Record<string, { resources: Row }> => {
  const left: Record<string, { resources: Row }> = {}
  for (const [provider, part] of Object.entries(isRow(allocations) ? allocations : {})) {
    const resources = isRow(part) && isRow(part.resources) ? part.resources : {}
    const named = providers.length === 0 || providers.includes(provider)
    const kept = Object.entries(resources).filter(
      ([name]) => !named || (resourceClass !== undefined && name !== resourceClass),
    )
    if (kept.length > 0) left[provider] = { resources: Object.fromEntries(kept) }
  }
  return left
}

const unset = command({
  words: 'resource provider allocation unset',
  summary: 'Remove some or all of the allocations of a consumer',
  calls: [inPlacement(setAllocations)],
  output: 'list',
  positionals: { consumer: one('<consumer_uuid>', 'UUID of the consumer') },
  options: {
    provider: list(
      'provider_uuid',
      'Resource provider whose allocations are removed (repeatable; default: all providers)',
    ),
    resourceClass: text(
      'resource_class',
      'Resource class whose allocations are removed (default: all classes)',
    ),
  },
  run: async (session, { consumer: consumer_uuid, provider, resourceClass }) => {
    const { allocations, project_id, user_id, consumer_generation, consumer_type } = await held(
      session,
      consumer_uuid,
    )
    // A consumer without allocations has no generation, and nothing to remove.
    if (typeof consumer_generation === 'number')
      await perform(session, inPlacement(setAllocations), {
        path: { consumer_uuid },
        body: {
          allocations: without(allocations, provider, resourceClass),
          ...{ project_id, user_id, consumer_generation, consumer_type },
        },
      })
    return table(await held(session, consumer_uuid))
  },
})

const remove = does({
  words: 'resource provider allocation delete',
  summary: 'Delete all allocations of a consumer',
  service: 'placement',
  operation: releaseAllocations,
  positionals: { consumer },
  request: (asked) => ({ path: { consumer_uuid: asked.consumer } }),
})

export const allocationCommands = [show, set, unset, remove]

/** `VCPU=2/8`: used amount and capacity in the candidate's summary. */
const usedOf = (summary: unknown) => {
  const resources = isRow(summary) && isRow(summary.resources) ? summary.resources : {}
  return Object.fromEntries(
    Object.entries(resources).map(([name, amount]) => [
      name,
      isRow(amount) ? `${amount.used}/${amount.capacity}` : '',
    ]),
  )
}

const pairs = (record: Row): Formatted =>
  new Formatted(
    record,
    Object.entries(record)
      .map(([name, value]) => `${name}=${value}`)
      .join(','),
  )

const ofGroup = ['resource', 'required', 'forbidden', 'memberOf'] as const

/** The query parameters of one request group; the group's name is their suffix. */
const askedOf = ({ name, given }: Section<(typeof ofGroup)[number]>) => {
  const resources = commaJoined((given.resource ?? []).map((each) => each.replace('=', ':')))
  if (resources === undefined)
    throw new UsageError(
      name === ''
        ? 'At least one --resource must be specified.'
        : `--resource should be provided in group ${name}`,
    )
  return {
    [`resources${name}`]: resources,
    [`required${name}`]: requiredTraits(given.required ?? [], given.forbidden ?? []),
    [`member_of${name}`]: memberOf(given.memberOf ?? []),
  }
}

const candidates = command({
  words: 'allocation candidate list',
  summary: 'List combinations of resource providers that can satisfy a request',
  calls: [inPlacement(listAllocationCandidates)],
  output: 'list',
  options: {
    resource: list('<resource_class>=<value>', 'Amount of a resource class to request (repeatable)'),
    limit: integer('<limit>', 'Maximum number of candidates to show'),
    required: list('<required>', 'Trait that the providers must have (repeatable)'),
    forbidden: list('<forbidden>', 'Trait that the providers must not have (repeatable)'),
    memberOf: list(
      '<member_of>',
      'Aggregates (A,B): the provider must be in at least one of them (repeatable)',
    ),
    group: sections(
      { begin: 'group', of: ofGroup },
      '<group>',
      'Start a request group: a single provider must satisfy the options after it (repeatable)',
    ),
    groupPolicy: oneOf(
      ['none', 'isolate'],
      'Whether one provider may satisfy several groups (none, default) or not (isolate)',
    ),
  },
  run: async (session, asked) => {
    const [whole, ...named] = asked.group
    const groups = [
      ...(whole !== undefined && (named.length === 0 || Object.keys(whole.given).length > 0) ? [whole] : []),
      ...named,
    ]
    const reply = await perform(session, inPlacement(listAllocationCandidates), {
      query: {
        ...Object.fromEntries(groups.flatMap((group) => Object.entries(askedOf(group)))),
        limit: asked.limit,
        group_policy: named.length === 0 ? undefined : (asked.groupPolicy ?? 'none'),
      },
    })
    const summaries = rowAt(reply, 'provider_summaries')
    const requests = Array.isArray(reply.allocation_requests) ? reply.allocation_requests.filter(isRow) : []
    const rows = requests.flatMap((request, index) =>
      Object.entries(rowAt(request, 'allocations')).map(([provider, part]) => ({
        number: index + 1,
        allocation: isRow(part) && isRow(part.resources) ? part.resources : {},
        provider,
        summary: summaries[provider],
      })),
    )
    return listOf(
      {
        '#': 'number',
        allocation: ({ allocation }) => pairs(isRow(allocation) ? allocation : {}),
        'resource provider': (row) => textAt(row, 'provider'),
        'inventory used/capacity': ({ summary }) => pairs(usedOf(summary)),
        traits: ({ summary }) =>
          isRow(summary) && Array.isArray(summary.traits) ? summary.traits.join(',') : '',
      },
      rows,
    )
  },
})

export const allocationCandidateCommands = [candidates]
