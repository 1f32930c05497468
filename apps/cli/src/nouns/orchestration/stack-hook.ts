import { listEvents } from '@nimbo/contracts/orchestration/events'
import { listResources, signalResource } from '@nimbo/contracts/orchestration/resources'
import { CliError, HttpError } from '../../cloud/cli-error.ts'
import { given, textAt } from '../../cloud/json-values.ts'
import { inOrchestration, perform, performAll } from '../../cloud/perform.ts'
import type { Session } from '../../cloud/session.ts'
import { command, many } from '../../grammar/command.ts'
import { flag, integer } from '../../grammar/option.ts'
import { listOf, nothing, type Row } from '../../output/result.ts'
import { stackOfEvent } from './event-line.ts'
import { stackName, stackPath } from './stack-path.ts'
import { showStackAt, type StackPath } from './stack-wait.ts'
import { isOwn, stackWithin } from './stack-within.ts'

type Hook = 'pre-create' | 'pre-update' | 'pre-delete'

const hooks = {
  CREATE_IN_PROGRESS: 'pre-create',
  UPDATE_IN_PROGRESS: 'pre-update',
  DELETE_IN_PROGRESS: 'pre-delete',
} as const

const isKey = (status: string): status is keyof typeof hooks => status in hooks

/** The hook that applies to the stack's current action. */
const hookOf = async (session: Session, path: StackPath): Promise<Hook> => {
  const status = textAt(await showStackAt(session, path), 'stack_status')
  if (isKey(status)) return hooks[status]
  throw new CliError(
    `Unexpected stack status ${status}, only CREATE, UPDATE and DELETE in progress supported`,
  )
}

/** The latest event of each resource that waits at a hook which has not been cleared. */
const waiting = (events: readonly Row[], hook: Hook): readonly Row[] => {
  const pending = new Map<string, Row>()
  for (const event of events) {
    const key = `${stackOfEvent(event)}/${textAt(event, 'resource_name')}`
    const reason = textAt(event, 'resource_status_reason')
    if (reason.endsWith(`paused until Hook ${hook} is cleared`)) pending.set(key, event)
    else pending.delete(key)
  }
  return [...pending.values()]
}

const pattern = (glob: string): RegExp =>
  new RegExp(
    `^${glob
      .replace(/[.+^${}()|[\]\\]/g, '\\$&')
      .replaceAll('*', '.*')
      .replaceAll('?', '.')}$`,
  )

/** Clears a resource's hook; a resource matched by a wildcard may have no pending hook. */
const letGoOn = async (
  session: Session,
  path: StackPath,
  resource: Row,
  hook: Hook,
  isOneOfMany: boolean,
): Promise<void> => {
  try {
    await perform(session, inOrchestration(signalResource), {
      path: { ...path, resource_name: textAt(resource, 'resource_name') },
      body: { unset_hook: hook },
    })
  } catch (error) {
    if (!(isOneOfMany && error instanceof HttpError && error.status === 400)) throw error
  }
}

const clear = async (
  session: Session,
  path: StackPath,
  parts: readonly string[],
  hook: Hook,
): Promise<void> => {
  const [first = '', ...others] = parts
  const query = others.length > 0 ? { nested_depth: '1' } : {}
  const resources = await performAll(session, inOrchestration(listResources), { path, query })
  const found = resources.filter(
    (each) => isOwn(each, path) && pattern(first).test(textAt(each, 'resource_name')),
  )
  for (const resource of found) {
    const within = stackWithin(path, resource)
    if (others.length > 0 && within !== undefined) await clear(session, within, others, hook)
    if (others.length === 0) await letGoOn(session, path, resource, hook, /[*?]/.test(first))
  }
}

export const stackHookCommands = [
  command({
    words: 'stack hook poll',
    summary: 'List resources with pending hook for a stack',
    calls: [inOrchestration(listEvents)],
    output: 'list',
    positionals: { stack: stackName },
    options: { nestedDepth: integer('<nested-depth>', 'Depth of nested stacks from which to display hooks') },
    run: async (session, { stack, nestedDepth }) => {
      const path = await stackPath(session, stack)
      const hook = await hookOf(session, path)
      const query = given({ sort_dir: 'asc', nested_depth: nestedDepth })
      const events = await performAll(session, inOrchestration(listEvents), { path, query })
      const columns = {
        'Resource Name': 'resource_name',
        ID: 'id',
        'Resource Status Reason': 'resource_status_reason',
        'Resource Status': 'resource_status',
        'Event Time': 'event_time',
        ...(nestedDepth !== undefined && { 'Stack Name': stackOfEvent }),
      }
      return listOf(columns, waiting(events, hook))
    },
  }),
  command({
    words: 'stack hook clear',
    summary: 'Clear resource hooks on a given stack',
    calls: [inOrchestration(signalResource)],
    output: 'none',
    positionals: {
      stack: stackName,
      resources: many('<resource>', 'Resource whose hook to clear; in nested stacks: nested/*_name'),
    },
    options: {
      preCreate: flag('Clear the pre-create hooks'),
      preUpdate: flag('Clear the pre-update hooks'),
      preDelete: flag('Clear the pre-delete hooks'),
    },
    run: async (session, { stack, resources, preCreate, preUpdate, preDelete }) => {
      const path = await stackPath(session, stack)
      const chosen = preCreate
        ? 'pre-create'
        : preUpdate
          ? 'pre-update'
          : preDelete
            ? 'pre-delete'
            : undefined
      const hook = chosen ?? (await hookOf(session, path))
      for (const each of resources)
        await clear(
          session,
          path,
          each.split('/').filter((part) => part !== ''),
          hook,
        )
      return nothing
    },
  }),
]
