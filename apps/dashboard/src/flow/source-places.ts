const boot = 'services/compute/src/app/boot/boot-server.ts'
const flow = 'services/compute/src/flows/boot-server'
const scheduler = 'services/compute/src/scheduler/select-destinations.ts'
const agent = 'services/compute/src/agent/builds/build-server.ts'

/** The source file of each hop, by the name of its span. */
export const sourcePlaces: Readonly<Record<string, string>> = {
  'http-request': 'packages/http/src/filters/profiler.ts',
  'issue-token': 'services/identity/src/resources/token/issue-token.ts',
  'validate-token': 'packages/http/src/filters/authtoken.ts',
  'enforce-policy': 'packages/http/src/api.ts',
  'check-request': boot,
  'check-image': boot,
  'check-networks': boot,
  'check-quota': boot,
  'record-request': 'services/compute/src/app/boot/record-request.ts',
  'accept-request': boot,
  'cast-schedule-and-build': boot,
  'select-destinations': `${flow}/select-destinations.ts`,
  'get-allocation-candidates': scheduler,
  'filter-and-weigh': scheduler,
  'claim-host': scheduler,
  'reply-destinations': scheduler,
  'create-in-cell': `${flow}/create-in-cell.ts`,
  'recheck-quota': `${flow}/recheck-quota.ts`,
  'delete-build-request': `${flow}/delete-build-request.ts`,
  'cast-build-and-run': `${flow}/build-on-host.ts`,
  'claim-resources': agent,
  'allocate-networks': agent,
  'attach-volumes': agent,
  'fetch-image': agent,
  'prepare-disk-config': agent,
  spawn: agent,
  'report-active': agent,
}
