import { failoverHost, freezeHost, thawHost } from '@nimbo/contracts/volume/services'
import { migrateVolume } from '@nimbo/contracts/volume/volume-actions'
import { findId } from '../../cloud/find.ts'
import { given } from '../../cloud/json-values.ts'
import { inVolume } from '../../cloud/perform.ts'
import { command, one } from '../../grammar/command.ts'
import { does } from '../../grammar/declared.ts'
import { either, flag, requiredText } from '../../grammar/option.ts'
import { nothing } from '../../output/result.ts'
import { volumeKind } from './volume-kinds.ts'

export const volumeHostCommands = [
  command({
    words: 'volume host set',
    summary: 'Set volume host properties',
    calls: [inVolume(freezeHost), inVolume(thawHost)],
    output: 'none',
    positionals: { host: one('<host-name>', 'Name of volume host') },
    options: {
      status: either(
        { '--enable': 'thaw', '--disable': 'freeze' },
        'Thaw or freeze the specified volume host',
      ),
    },
    run: async ({ api: { volume } }, { host, status }) => {
      if (status === 'thaw') await volume.call(thawHost, { body: { host } })
      if (status === 'freeze') await volume.call(freezeHost, { body: { host } })
      return nothing
    },
  }),
  does({
    words: 'volume host failover',
    summary: 'Failover volume host to different backend',
    ...{ service: 'volume', operation: failoverHost },
    positionals: { host: one('<host-name>', 'Name of volume host') },
    options: {
      volumeBackend: requiredText('<backend-id>', 'ID of the replication target to fail over to'),
    },
    request: ({ host, volumeBackend }) => ({ body: { host, backend_id: volumeBackend } }),
  }),
]

export const volumeMigrateCommands = [
  does({
    words: 'volume migrate',
    summary: 'Migrate volume to a new host',
    ...{ service: 'volume', operation: migrateVolume },
    positionals: { volume: one('<volume>', 'Volume to migrate (name or ID)') },
    options: {
      host: requiredText('<host>', 'Destination host (takes the form: host@backend-name#pool)'),
      forceHostCopy: flag('Bypass the optimizations of the driver and copy the data through the host'),
      lockVolume: flag('Lock the volume, so that no other operation can abort the migration'),
    },
    request: async ({ volume, host, forceHostCopy, lockVolume }, session) => ({
      path: { volume_id: await findId(session, volumeKind, volume) },
      body: {
        'os-migrate_volume': given({ host, force_host_copy: forceHostCopy, lock_volume: lockVolume }),
      },
    }),
  }),
]
