import { listTasks, showTask, taskStatuses, taskTypes } from '@nimbo/contracts/image/tasks'
import { given, without } from '../../cloud/json-values.ts'
import { one } from '../../grammar/command.ts'
import { lists, shows } from '../../grammar/declared.ts'
import { integer, oneOf, text } from '../../grammar/option.ts'

const service = 'image'

/** Tasks of imports, which only admins see. */
export const imageTaskCommands = [
  lists({
    words: 'image task list',
    summary: 'List tasks',
    ...{ service, operation: listTasks },
    options: {
      type: oneOf(taskTypes, 'List only tasks of this type'),
      status: oneOf(taskStatuses, 'List only tasks with this status'),
      sortKey: text('<key>', 'Sort by this attribute (default: created_at)'),
      sortDir: oneOf(['asc', 'desc'], 'Sort direction (default: desc)'),
      limit: integer('<num-tasks>', 'Maximum number of tasks to display'),
      marker: text('<task>', 'The last task of the previous page (ID only)'),
    },
    request: ({ sortKey, sortDir, limit, ...query }) => ({
      query: given({
        ...query,
        limit: limit === undefined ? undefined : String(limit),
        sort_key: sortKey,
        sort_dir: sortDir,
      }),
    }),
    columns: { ID: 'id', Type: 'type', Status: 'status', Owner: 'owner' },
  }),
  shows({
    words: 'image task show',
    summary: 'Display task details',
    ...{ service, operation: showTask },
    positionals: { task: one('<Task ID>', 'Task to display (ID)') },
    request: ({ task }) => ({ path: { task_id: task } }),
    thing: (task) => without(task, 'self', 'schema'),
  }),
]
