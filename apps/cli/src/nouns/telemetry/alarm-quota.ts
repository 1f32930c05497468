import { setQuotas, showQuotas, showQuotasOf } from '@nimbo/contracts/telemetry/alarming/quotas'
import { CliError } from '../../cloud/cli-error.ts'
import { rowsAt, textAt } from '../../cloud/json-values.ts'
import { inAlarming, perform } from '../../cloud/perform.ts'
import { command, one } from '../../grammar/command.ts'
import { integer, text } from '../../grammar/option.ts'
import { fields, type Row } from '../../output/result.ts'

const shown = (reply: Row) =>
  fields(rowsAt(reply, 'quotas').map((quota) => [textAt(quota, 'resource'), quota.limit] as const))

export const alarmQuotaCommands = [
  command({
    words: 'alarm quota show',
    summary: 'Show quota for a project',
    calls: [inAlarming(showQuotas)],
    output: 'one',
    options: { project: text('<project>', 'Project ID (default: the current project)') },
    run: async (session, { project }) =>
      shown(
        project === undefined
          ? await perform(session, inAlarming(showQuotas))
          : await perform(session, inAlarming(showQuotasOf), { path: { project_id: project } }),
      ),
  }),
  command({
    words: 'alarm quota set',
    summary: 'Set quota for a project',
    calls: [inAlarming(setQuotas)],
    output: 'one',
    positionals: { project: one('<project>', 'Project ID') },
    options: { alarm: integer('<alarm>', 'New limit of the number of alarms; -1 means unlimited') },
    run: async (session, { project: project_id, alarm }) => {
      if (alarm !== undefined && alarm < -1) throw new CliError('Quota limit cannot be less than -1.')
      const quotas = alarm === undefined ? [] : [{ resource: 'alarms' as const, limit: alarm }]
      return shown(await session.api.alarming.call(setQuotas, { body: { project_id, quotas } }))
    },
  }),
]
