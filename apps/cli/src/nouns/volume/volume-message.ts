import { deleteMessage, listMessages, showMessage } from '@nimbo/contracts/volume/messages'
import { forAll } from '../../cloud/delete-each.ts'
import { given } from '../../cloud/json-values.ts'
import { inVolume } from '../../cloud/perform.ts'
import { command, many, one } from '../../grammar/command.ts'
import { lists, shows } from '../../grammar/declared.ts'
import { integer, text } from '../../grammar/option.ts'
import { nothing } from '../../output/result.ts'

const service = 'volume'

export const volumeMessageCommands = [
  lists({
    words: 'volume message list',
    summary: 'List volume failure messages (from 3.3 of the API)',
    ...{ service, operation: listMessages },
    options: {
      marker: text('<message-id>', 'The last message ID of the previous page'),
      limit: integer('<limit>', 'Maximum number of messages to display'),
    },
    request: ({ marker, limit }) => ({ query: given({ marker, limit }) }),
    columns: {
      ...{ ID: 'id', 'Event ID': 'event_id', 'Resource Type': 'resource_type' },
      ...{ 'Resource UUID': 'resource_uuid', 'Message Level': 'message_level' },
      ...{ 'User Message': 'user_message', 'Request ID': 'request_id', 'Created At': 'created_at' },
      'Guaranteed Until': 'guaranteed_until',
    },
  }),
  shows({
    words: 'volume message show',
    summary: 'Show a volume failure message (from 3.3 of the API)',
    ...{ service, operation: showMessage },
    positionals: { message_id: one('<message-id>', 'Message to show (ID)') },
    request: ({ message_id }) => ({ path: { message_id } }),
  }),
  command({
    words: 'volume message delete',
    summary: 'Delete a volume failure message (from 3.3 of the API)',
    calls: [inVolume(deleteMessage)],
    output: 'none',
    positionals: { messages: many('<message-id>', 'Message(s) to delete (ID)') },
    run: async ({ api }, { messages }) => {
      await forAll(messages, 'Message', 'delete', async (message_id) => {
        await api.volume.call(deleteMessage, { path: { message_id } })
      })
      return nothing
    },
  }),
]
