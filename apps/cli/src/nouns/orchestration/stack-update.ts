import { patchStack, previewPatch, previewUpdate, updateStack } from '@nimbo/contracts/orchestration/stacks'
import { CliError } from '../../cloud/cli-error.ts'
import { given, rowAt } from '../../cloud/json-values.ts'
import { inOrchestration, perform } from '../../cloud/perform.ts'
import { command } from '../../grammar/command.ts'
import { also, flag, list, oneOf, text } from '../../grammar/option.ts'
import { fields } from '../../output/result.ts'
import { stackName, stackPath } from './stack-path.ts'
import { partOptions, stackRequest } from './stack-request.ts'
import { jsonCell, stackInShort } from './stack-view.ts'
import { lastEvent, showStackAt, waitForStack } from './stack-wait.ts'

const rollbacks = { enabled: false, disabled: true, keep: undefined }

export const stackUpdateCommands = [
  command({
    words: 'stack update',
    summary: 'Update a stack',
    calls: [inOrchestration(updateStack)],
    output: 'one',
    positionals: { stack: stackName },
    options: {
      template: also(text('<template>', 'Path to the template'), '-t'),
      ...partOptions,
      preUpdate: list('<resource>', 'Resource with a pre-update hook, such as nested/*_name (repeatable)'),
      rollback: oneOf(
        ['enabled', 'disabled', 'keep'],
        'Whether to roll back if the update fails; keep: as configured in the stack',
      ),
      dryRun: flag('Only show what would change; nothing is changed'),
      showNested: flag('With --dry-run, also show the changes of nested stacks'),
      existing: flag('Reuse the current template, parameters and environment, except for those given'),
      clearParameter: list(
        '<parameter>',
        'Parameter to reset to its default value, for example with --existing (repeatable)',
      ),
      converge: flag('Check the actual state of the resources before the update'),
      wait: flag('Wait until the stack is complete or failed'),
    },
    run: async (session, { stack, existing, preUpdate, rollback, clearParameter, ...asked }) => {
      if (asked.template === undefined && !existing)
        throw new CliError('Need to specify exactly one of [--template, --existing]')
      const path = await stackPath(session, stack)
      const body = given({
        ...(await stackRequest(asked, preUpdate, 'pre-update')),
        disable_rollback: rollback === undefined ? undefined : rollbacks[rollback],
        clear_parameters: clearParameter.length > 0 ? [...clearParameter] : undefined,
        converge: asked.converge ? true : undefined,
      })
      if (asked.dryRun) {
        const operation = existing ? previewPatch : previewUpdate
        const query = asked.showNested ? { show_nested: 'True' } : {}
        const reply = await perform(session, inOrchestration(operation), { path, query, body })
        const changes = Object.entries(rowAt(reply, 'resource_changes'))
        return fields(changes.map(([state, resources]) => [state, jsonCell(resources)]))
      }
      const marker = await lastEvent(session, path)
      await perform(session, inOrchestration(existing ? patchStack : updateStack), { path, body })
      if (asked.wait) await waitForStack(session, { path, marker, action: 'UPDATE' })
      return stackInShort(await showStackAt(session, path))
    },
  }),
]
