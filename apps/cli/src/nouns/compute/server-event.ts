import { listInstanceActions, showInstanceAction } from '@nimbo/contracts/compute/instance-actions'
import { HttpError } from '../../cloud/cli-error.ts'
import { findId } from '../../cloud/find.ts'
import { given } from '../../cloud/json-values.ts'
import type { Session } from '../../cloud/session.ts'
import { one } from '../../grammar/command.ts'
import { lists, shows } from '../../grammar/declared.ts'
import { flag, integer, text } from '../../grammar/option.ts'
import { column, recordsCell } from '../../output/cells.ts'
import { serverKind } from './server-kind.ts'

const service = 'compute'
const server = one('<server>', 'Server (name or ID)')

const isId = (called: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(called)

/** Events outlive their server: an id that is not found is that of a deleted one. */
const serverId = async (session: Session, called: string): Promise<string> => {
  try {
    return await findId(session, serverKind, called)
  } catch (error) {
    if (isId(called) && !(error instanceof HttpError)) return called
    throw error
  }
}

export const serverEventCommands = [
  lists({
    words: 'server event list',
    summary: 'List recent events of a server.',
    ...{ service, operation: listInstanceActions },
    positionals: { server },
    options: {
      long: flag('List additional fields in output'),
      changesSince: text('<changes-since>', 'List only events changed at or after this time (2.58 or above)'),
      changesBefore: text(
        '<changes-before>',
        'List only events changed at or before this time (2.66 or above)',
      ),
      marker: text('<marker>', 'The last event of the previous page (2.58 or above)'),
      limit: integer('<limit>', 'Maximum number of events to display (2.58 or above)'),
    },
    request: async ({ server: called, changesSince, changesBefore, marker, limit }, session) => ({
      path: { server_id: await serverId(session, called) },
      query: given({
        ...{ 'changes-since': changesSince, 'changes-before': changesBefore },
        ...{ marker, limit },
      }),
    }),
    columns: ({ long }) => ({
      'Request ID': 'request_id',
      'Server ID': 'instance_uuid',
      Action: 'action',
      'Start Time': 'start_time',
      ...(long && { Message: 'message', 'Project ID': 'project_id', 'User ID': 'user_id' }),
    }),
  }),
  shows({
    words: 'server event show',
    summary: 'Show server event details.',
    ...{ service, operation: showInstanceAction },
    positionals: { server, request: one('<request-id>', 'Request ID of the event') },
    request: async ({ server: called, request }, session) => ({
      path: { server_id: await serverId(session, called), request_id: request },
    }),
    columns: {
      action: 'action',
      events: column(recordsCell, 'events'),
      instance_uuid: 'instance_uuid',
      message: 'message',
      project_id: 'project_id',
      request_id: 'request_id',
      start_time: 'start_time',
      user_id: 'user_id',
    },
  }),
]
