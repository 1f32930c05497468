import { identityApi } from '@nimbo/contracts/identity/api'
import { internalContext } from '@nimbo/kernel/context'
import { UserError } from '@nimbo/kernel/user-error'
import type { Given } from '@nimbo/service/manage/command'
import type { ManagedService, ServiceCommand } from '@nimbo/service/manage/service-command'
import { tableOf } from '@nimbo/service/manage/table'
import { computeOptions } from '../../../app/compute-options.ts'
import { defaultLimits } from '../../../app/quotas/default-limits.ts'
import { quotas } from '../../../db/quotas/quotas.ts'
import { toUnified } from '../../../domain/quotas/unified-names.ts'
import { openApi } from '../../find-cell.ts'
import { type CopyOrder, copyLimits } from '../../limits/copy-limits.ts'
import { limitsInIdentity, type NamedLimits } from '../../limits/limits-in-identity.ts'
import { type ScannedFlavors, scanFlavors } from '../../limits/scan-flavors.ts'
import { orExit } from '../../or-exit.ts'

/** nova-manage's exit codes. */
const exitCodes = { done: 0, failed: 1, noDatabase: 2, missing: 3 }

/** The limits to copy, of compute's database and configuration. */
const orderOf = async (given: Given, managed: ManagedService): Promise<CopyOrder> => {
  const projectId = given.text('project-id')
  const api = await orExit(
    exitCodes.noDatabase,
    "compute's API database cannot be read",
    openApi(managed.databases()),
  )
  const defaults = toUnified(await defaultLimits(api, managed.read(computeOptions).quota))
  const isDryRun = given.flag('dry-run')
  if (projectId === undefined) return { defaults, project: undefined, isDryRun }
  const limits = toUnified(await quotas(api).ofProject(projectId))
  return { defaults, project: { id: projectId, limits }, isDryRun }
}

/** What the scan of flavors found; the resources that have a limit only if wanted. */
const textOf = (
  { resources, missed }: ScannedFlavors,
  registered: NamedLimits,
  { isVerbose }: { readonly isVerbose: boolean },
): string => {
  const rows = resources
    .filter((name) => isVerbose || !(name in registered))
    .map((name) => [name, String(registered[name] ?? 'missing')])
  return [
    rows.length === 0 ? '' : tableOf(['Resource', 'Registered Limit'], rows),
    missed.length === 0 ? '' : `Cells that did not answer and were not scanned: ${missed.join(', ')}\n`,
    resources.every((name) => name in registered)
      ? 'All resource classes have registered limits.\n'
      : 'Resource classes without a registered limit are limited to 0 with unified limits: create limits for them first.\n',
  ].join('')
}

export const migrateToUnifiedLimitsCommand: ServiceCommand = {
  name: 'limits migrate_to_unified_limits',
  summary: "Copies quotas from compute's database to unified limits in identity.",
  details:
    'Existing limits in identity stay as they are. Then flavors are scanned for resource classes without a registered limit, which the operator must create. To use the limits, set [quota] driver of nova.conf to nova.quota.UnifiedLimitsDriver.',
  exitCodes: {
    2: "compute's API database cannot be read",
    3: 'flavors request resource classes that have no registered limit',
  },
  options: {
    'project-id': { type: 'string', value: 'ID', help: 'copy the limits of this project, too' },
    'region-id': { type: 'string', value: 'REGION', help: 'create limits for this region' },
    verbose: { type: 'boolean', help: 'print every limit' },
    'dry-run': { type: 'boolean', help: 'create nothing, and print what would be created' },
    quiet: { type: 'boolean', help: 'print nothing' },
    'no-embedded-flavor-scan': {
      type: 'boolean',
      help: 'do not scan the flavors that are stored with servers',
    },
  },
  errorCode: exitCodes.failed,
  run: async (given, managed, print) => {
    const [isVerbose, isQuiet, isDryRun] = ['verbose', 'quiet', 'dry-run'].map(given.flag)
    if (isVerbose && isQuiet) throw new UserError('--verbose and --quiet cannot be given together')
    const say = isQuiet ? () => {} : print
    const tell = (line: string): void => {
      if (isVerbose || isDryRun) say(`${line}\n`)
    }
    const order = await orderOf(given, managed)
    const { registered, failures } = await managed.asOperator(identityApi, async (identity) =>
      copyLimits(await limitsInIdentity(identity, internalContext(), given.text('region-id')), order, tell),
    )
    if (failures.length > 0) throw new UserError(failures.join('; '), exitCodes.failed)
    const found = await scanFlavors(managed.databases(), {
      ofServers: !given.flag('no-embedded-flavor-scan'),
      projectId: given.text('project-id'),
    })
    say(textOf(found, registered, { isVerbose: isVerbose === true }))
    return found.resources.every((name) => name in registered) ? exitCodes.done : exitCodes.missing
  },
}
