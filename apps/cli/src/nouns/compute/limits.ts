import { showLimits as showComputeLimits } from '@nimbo/contracts/compute/quotas'
import { showLimits as showVolumeLimits } from '@nimbo/contracts/volume/quotas'
import { isRow, rowAt } from '../../cloud/json-values.ts'
import { inCompute, inVolume, perform } from '../../cloud/perform.ts'
import { command } from '../../grammar/command.ts'
import { either, flag, text } from '../../grammar/option.ts'
import { UsageError } from '../../grammar/usage-error.ts'
import { listOf, type Row } from '../../output/result.ts'
import { findOptionalIn, projectKind } from '../identity/identity-kinds.ts'

const rates = {
  Verb: 'verb',
  URI: 'uri',
  Value: 'value',
  Remain: 'remaining',
  Unit: 'unit',
  'Next Available': 'next-available',
}

const absolute = (reply: Row): readonly Row[] =>
  Object.entries(rowAt(rowAt(reply, 'limits'), 'absolute')).map(([name, value]) => ({ name, value }))

const rate = (reply: Row): readonly Row[] => {
  const { rate: all } = rowAt(reply, 'limits')
  return Array.isArray(all) ? all.filter(isRow) : []
}

const show = command({
  words: 'limits show',
  summary: 'Show compute and block storage limits',
  calls: [inCompute(showComputeLimits), inVolume(showVolumeLimits)],
  output: 'list',
  options: {
    kind: either(
      { '--absolute': 'absolute', '--rate': 'rate' },
      'Show absolute limits (amounts of resources) or API rate limits',
    ),
    reserved: flag('Include reservations in the usage (compute only)'),
    project: text('<project>', 'Show the limits of this project (name or ID) (only with --absolute)'),
    domain: text('<domain>', 'Domain the project belongs to (name or ID) (only with --absolute)'),
  },
  run: async (session, { kind, reserved, project, domain }) => {
    if (kind === undefined) throw new UsageError('one of the arguments --absolute --rate is required')
    const tenant_id = await findOptionalIn(session, projectKind, project, domain)
    const query = { tenant_id, reserved: reserved ? 1 : undefined }
    const replies = [
      await perform(session, inCompute(showComputeLimits), { query }),
      await perform(session, inVolume(showVolumeLimits), { query: { project_id: tenant_id } }),
    ]
    return kind === 'rate'
      ? listOf(rates, replies.flatMap(rate))
      : listOf({ Name: 'name', Value: 'value' }, replies.flatMap(absolute))
  },
})

export const limitsCommands = [show]
